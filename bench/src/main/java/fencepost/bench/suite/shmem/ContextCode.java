package fencepost.bench.suite.shmem;

import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;

/**
 * A communication context.
 *
 * @param team the predefined team that it belongs to
 */
record ContextCode(String name, String team) implements Declaration {
  static final ContextCode DEFAULT = new ContextCode("SHMEM_CTX_DEFAULT", "SHMEM_TEAM_WORLD");
  static final ContextCode OTHER = new ContextCode("ctx", "SHMEM_TEAM_WORLD");
  static final ContextCode SHARED = new ContextCode("ctx_shared", "SHMEM_TEAM_SHARED");

  boolean isDefault() {
    return this.equals(DEFAULT);
  }

  /** What completes and orders the operations of a PE on it. */
  String channel(int rank) {
    return "context " + name + " of " + rank;
  }

  @Override
  public void declare(Text text) {
    text.handle("shmem_ctx_t", name);
  }

  @Override
  public void setUp(Text text) {
    text.line("shmem_team_create_ctx(" + team + ", 0, &" + name + ");");
  }

  @Override
  public void tearDown(Text text) {
    text.line("shmem_ctx_destroy(" + name + ");");
  }
}
