package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Way;
import fencepost.bench.suite.mpi.MessageCode.Ending;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** What orders a process before another: every call that does, and calls that seem to. */
final class MpiSynchronisation extends Catalogue {
  private static final Rma PUT = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final Pair SEEN = Pair.remote(PUT, LOOK);

  /** A barrier of rank 0 alone. */
  private static final Statement SELF =
      new CollectiveCode(
          CollectiveCode.Shape.BARRIER,
          0,
          Mpi.token(),
          Mpi.token2(),
          new CommunicatorCode("self", List.of(0)),
          null);

  /** What orders rank 0 before rank 1. */
  private static final List<Way> ORDERS =
      List.of(
          new Way("barrier", Mpi.barrier()),
          new Way("allreduce", Mpi.collective(CollectiveCode.Shape.ALLREDUCE, 0)),
          new Way("allgather", Mpi.collective(CollectiveCode.Shape.ALLGATHER, 0)),
          new Way("alltoall", Mpi.collective(CollectiveCode.Shape.ALLTOALL, 0)),
          new Way("reducescatter", Mpi.collective(CollectiveCode.Shape.REDUCE_SCATTER_BLOCK, 0)),
          new Way("bcast", Mpi.collective(CollectiveCode.Shape.BCAST, 0)),
          new Way("scatter", Mpi.collective(CollectiveCode.Shape.SCATTER, 0)),
          new Way("reduce", Mpi.collective(CollectiveCode.Shape.REDUCE, 1)),
          new Way("gather", Mpi.collective(CollectiveCode.Shape.GATHER, 1)),
          new Way("scan", Mpi.collective(CollectiveCode.Shape.SCAN, 0)),
          new Way("exscan", Mpi.collective(CollectiveCode.Shape.EXSCAN, 0)),
          new Way(
              "ibarrier",
              Mpi.begin(CollectiveCode.Shape.BARRIER, 0, Mpi.REQUEST2),
              Mpi.await(Mpi.REQUEST2)),
          new Way(
              "ibcast",
              Mpi.begin(CollectiveCode.Shape.BCAST, 0, Mpi.REQUEST2),
              Mpi.end(Mpi.REQUEST2, Ending.TEST)),
          new Way("sendrecv", on(0, Mpi.send(1)), on(1, Mpi.receive(0))),
          new Way("ssendrecv", on(0, Mpi.synchronousSend(1)), on(1, Mpi.receive(0))),
          new Way("ssendback", on(0, Mpi.receive(1)), on(1, Mpi.synchronousSend(0))),
          new Way("sendprobe", on(0, Mpi.send(1)), on(1, Mpi.probeAndReceive(0))),
          new Way(
              "isendirecv",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2)),
              on(1, Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2))),
          new Way(
              "isendirecvtest",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2)),
              on(1, Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2), Mpi.end(Mpi.REQUEST2, Ending.TEST))),
          new Way(
              "isendirecvwaitall",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.end(Mpi.REQUEST2, Ending.WAITALL)),
              on(
                  1,
                  Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2),
                  Mpi.end(Mpi.REQUEST2, Ending.WAITALL))));

  /** Calls that look as if they ordered rank 0 before rank 1. */
  private static final List<Way> FALSE_ORDERS =
      List.of(
          new Way("none"),
          new Way("bcastwrongroot", Mpi.collective(CollectiveCode.Shape.BCAST, 1)),
          new Way("scatterwrongroot", Mpi.collective(CollectiveCode.Shape.SCATTER, 1)),
          new Way("reducewrongroot", Mpi.collective(CollectiveCode.Shape.REDUCE, 0)),
          new Way("gatherwrongroot", Mpi.collective(CollectiveCode.Shape.GATHER, 0)),
          new Way("sendback", on(1, Mpi.send(0)), on(0, Mpi.receive(1))),
          new Way("barrierself", SELF),
          new Way(
              "winsync",
              new Epochs.LockAll(Mpi.WIN2),
              new Epochs.Sync(Mpi.WIN2),
              new Epochs.UnlockAll(Mpi.WIN2)));

  private MpiSynchronisation() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiSynchronisation synchronisation = new MpiSynchronisation();
    ORDERS.forEach(synchronisation::order);
    for (CollectiveCode.Shape shape : CollectiveCode.Shape.values()) {
      if (!shape.name().matches("BARRIER|BCAST")) {
        synchronisation.order(nonblocking(shape));
      }
    }
    FALSE_ORDERS.forEach(synchronisation::falseOrder);
    return synchronisation.scenarios();
  }

  /** Every collective also in its nonblocking form. */
  private static Way nonblocking(CollectiveCode.Shape shape) {
    int root = shape == CollectiveCode.Shape.REDUCE || shape == CollectiveCode.Shape.GATHER ? 1 : 0;
    return new Way(
        "i" + shape.name().toLowerCase(Locale.ROOT).replace("_", ""),
        Mpi.begin(shape, root, Mpi.REQUEST2),
        Mpi.await(Mpi.REQUEST2));
  }

  private void order(Way way) {
    clean(
        "flush-" + way.name(),
        2,
        SEEN,
        "The target looks after completion and synchronisation.",
        around(way, on(0, PUT, Mpi.flush(1))));
    race(
        "noflush-" + way.name(),
        2,
        SEEN,
        "Processes are synchronised, but the operation is not complete.",
        around(way, on(0, PUT)));
  }

  private void falseOrder(Way way) {
    race(
        "flush-" + way.name(),
        2,
        SEEN,
        "The operation is complete, but nothing tells the target.",
        around(way, on(0, PUT, Mpi.flush(1))));
  }

  private static List<Statement> around(Way way, Statement before) {
    return way.between(List.of(Mpi.lockAll(), before), on(1, LOOK), Mpi.unlockAll());
  }
}
