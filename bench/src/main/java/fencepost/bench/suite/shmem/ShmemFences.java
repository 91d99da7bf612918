package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.trace.Model;
import java.util.List;

/** What a fence delivers before what, and what it does not. */
final class ShmemFences extends Catalogue {
  private static final ShmemRma PUT = Shmem.put(BUF.at(0), 1, X.at(0));
  private static final ShmemRma GET_NBI = Shmem.getNbi(BUF.at(0), 1, X.at(0));
  private static final ShmemRma OTHER = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));
  private static final ShmemRma GET = Shmem.get(Shmem.BUF2.at(0), 1, X.at(0));

  private ShmemFences() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemFences fences = new ShmemFences();
    fences.fences();
    return fences.scenarios();
  }

  private void fences() {
    for (ShmemOperation second :
        List.of(
            ShmemOperation.PUT,
            ShmemOperation.PUT_NBI,
            ShmemOperation.ATOMIC_SET,
            ShmemOperation.P)) {
      ShmemRma two = Shmem.rma(second, Shmem.BUF2.at(0), 1, X.at(0));
      clean(
          "fence-put-" + second.label(),
          2,
          Pair.remote(PUT, two),
          "The fence delivers the first before the second.",
          on(0, PUT, Shmem.fence(), two),
          Shmem.barrier());
    }
    race(
        "fence-put-get",
        2,
        Pair.remote(PUT, GET),
        "A fence does not order gets.",
        on(0, PUT, Shmem.fence(), GET),
        Shmem.barrier());
    race(
        "fence-getnbi-put",
        2,
        Pair.remote(GET_NBI, OTHER),
        "A fence does not order gets.",
        on(0, GET_NBI, Shmem.fence(), OTHER),
        Shmem.barrier());
    ShmemRma last = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0)).on(ContextCode.OTHER);
    race(
        "fence-othercontext",
        2,
        Pair.remote(PUT, last),
        "A fence orders the operations of its own context.",
        on(0, PUT, Shmem.fence(), last, new ShmemSyncs.Quiet(ContextCode.OTHER)),
        Shmem.barrier());
    clean(
        "quiet-put-get",
        2,
        Pair.remote(PUT, GET),
        "The put is complete before the get.",
        on(0, PUT, Shmem.quiet(), GET),
        Shmem.barrier());
  }
}
