package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Operations of one context, and completions of another. */
final class ShmemContexts extends Catalogue {
  private static final ShmemRma GET_NBI = Shmem.getNbi(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final ShmemRma PUT_ELSEWHERE =
      Shmem.put(BUF.at(0), 1, X.at(0)).on(ContextCode.OTHER);
  private static final ShmemRma GET_ELSEWHERE =
      Shmem.getNbi(BUF.at(0), 1, X.at(0)).on(ContextCode.OTHER);

  private ShmemContexts() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemContexts contexts = new ShmemContexts();
    contexts.contexts();
    return contexts.scenarios();
  }

  private void contexts() {
    Statement quiet = new ShmemSyncs.Quiet(ContextCode.OTHER);
    Statement use = load(BUF.at(0));
    clean(
        "ctxquiet-getnbi",
        2,
        Pair.local(GET_ELSEWHERE, use),
        "The quiet of the context completes.",
        on(0, GET_ELSEWHERE, quiet, use));
    race(
        "ctx-quiet-getnbi",
        2,
        Pair.local(GET_ELSEWHERE, use),
        "The quiet is one of another context.",
        on(0, GET_ELSEWHERE, Shmem.quiet(), use, quiet));
    race(
        "ctxquiet-default-getnbi",
        2,
        Pair.local(GET_NBI, use),
        "The quiet is one of another context.",
        on(0, GET_NBI, quiet, use, Shmem.quiet()));
    race(
        "ctx-barrier",
        2,
        Pair.remote(PUT_ELSEWHERE, LOOK),
        "The barrier completes the default context only.",
        on(0, PUT_ELSEWHERE),
        Shmem.barrier(),
        on(1, LOOK),
        on(0, quiet));
    clean(
        "ctxquiet-barrier",
        2,
        Pair.remote(PUT_ELSEWHERE, LOOK),
        "The context is quiet before the barrier.",
        on(0, PUT_ELSEWHERE, quiet),
        Shmem.barrier(),
        on(1, LOOK));
    clean(
        "ctxfence-flag",
        2,
        Pair.remote(PUT_ELSEWHERE, LOOK),
        "The fence of the context orders data and flag.",
        on(
            0,
            PUT_ELSEWHERE,
            new ShmemSyncs.Fence(ContextCode.OTHER),
            Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(0)).on(ContextCode.OTHER)),
        on(1, Shmem.await(FLAG.at(0), 1), LOOK),
        on(0, quiet));
    race(
        "ctxfence-otherflag",
        2,
        Pair.remote(PUT_ELSEWHERE, LOOK),
        "The flag is sent on another context.",
        on(
            0,
            PUT_ELSEWHERE,
            new ShmemSyncs.Fence(ContextCode.OTHER),
            Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(0))),
        on(1, Shmem.await(FLAG.at(0), 1), LOOK),
        on(0, quiet));
  }
}
