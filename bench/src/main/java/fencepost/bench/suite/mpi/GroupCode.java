package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;
import java.util.List;
import java.util.stream.Collectors;

/** A group of processes. */
record GroupCode(List<Integer> ranks) implements Declaration {
  static GroupCode of(Integer... ranks) {
    return new GroupCode(List.of(ranks));
  }

  @Override
  public String name() {
    return "group_" + list("_");
  }

  @Override
  public void declare(Text text) {
    text.handle("MPI_Group", name());
  }

  @Override
  public void setUp(Text text) {
    String members = "world_" + name();
    if (text instanceof CText) {
      text.line("MPI_Group " + members + ";");
      text.line("MPI_Comm_group(MPI_COMM_WORLD, &" + members + ");");
      text.line(
          "MPI_Group_incl(%s, %d, (int[]){%s}, &%s);"
              .formatted(members, ranks.size(), list(", "), name()));
      text.line("MPI_Group_free(&" + members + ");");
    } else {
      text.line("call MPI_Comm_group(MPI_COMM_WORLD, all_ranks)");
      text.line(
          "call MPI_Group_incl(all_ranks, %d, [%s], %s)"
              .formatted(ranks.size(), list(", "), name()));
    }
  }

  @Override
  public void tearDown(Text text) {
    text.line(
        text instanceof CText
            ? "MPI_Group_free(&" + name() + ");"
            : "call MPI_Group_free(" + name() + ")");
  }

  private String list(String separator) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }
}
