package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.repeat;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Overlap;
import fencepost.bench.suite.PlacedAccess;
import fencepost.bench.suite.Placement;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Where an access stands in the program, what memory it is, and which bytes of it. */
final class MpiMisc extends Catalogue {
  private MpiMisc() {
    super(Model.MPI, Category.MISC);
  }

  static List<Scenario> all() {
    MpiMisc misc = new MpiMisc();
    for (Placement placement : Placement.values()) {
      misc.placement(placement);
    }
    for (Storage storage : List.of(Storage.STATIC, Storage.HEAP)) {
      misc.storage(storage.name().toLowerCase(Locale.ROOT), storage);
    }
    misc.structure();
    for (WindowCode.Constructor constructor : WindowCode.Constructor.values()) {
      misc.windows(constructor);
    }
    misc.calls();
    misc.overlap();
    misc.datatypes();
    misc.loops();
    misc.ownWindow();
    misc.messages();
    return misc.scenarios();
  }

  // ---- the access ----

  private void placement(Placement placement) {
    String name = placement.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      Rma get = Mpi.get(BUF.at(2), 1, X.at(2));
      Statement load = load(BUF.at(2));
      atOrigin(name + "-get-load", racy, get, load, new PlacedAccess(load, placement), X);
      Rma other = Mpi.get(BUF.at(2), 1, X.at(2));
      Statement store = store(X.at(2));
      atTarget(name + "-get-store", racy, other, store, new PlacedAccess(store, placement));
    }
  }

  private void atOrigin(
      String name, boolean racy, Rma op, Statement site, Statement access, ArrayVariable memory) {
    WindowCode window = WindowCode.over("win", memory);
    Statement open = new Epochs.LockAll(window);
    Statement close = new Epochs.UnlockAll(window);
    Statement flush = new Epochs.Flush(window, 1, true);
    add(
        name,
        2,
        Pair.local(op, site),
        racy,
        racy ? "The buffer is used before completion." : "The buffer is used after completion.",
        racy
            ? List.of(on(0, open, op, access, close))
            : List.of(on(0, open, op, flush, access, close)));
  }

  private void atTarget(String name, boolean racy, Rma op, Statement site, Statement access) {
    WindowCode window = op.window();
    Statement flush = new Epochs.Flush(window, 1, false);
    Statement first = racy ? on(0, op) : on(0, op, flush);
    add(
        name,
        2,
        Pair.remote(op, site),
        racy,
        racy
            ? "The target accesses its memory while the operation is not complete."
            : "The target accesses its memory after completion and a barrier.",
        List.of(
            new Epochs.LockAll(window),
            first,
            Mpi.barrier(),
            on(1, access),
            new Epochs.UnlockAll(window)));
  }

  // ---- the memory ----

  private void storage(String name, Storage storage) {
    for (boolean racy : new boolean[] {true, false}) {
      ArrayVariable buf = BUF.as(storage);
      Rma put = Mpi.put(buf.at(1), 1, X.at(1));
      Statement store = store(buf.at(1));
      atOrigin(name + "-put-store", racy, put, store, store, X);
      ArrayVariable x = X.as(storage);
      Rma other = Mpi.put(BUF.at(1), 1, x.at(1)).on(WindowCode.over("win", x));
      Statement load = load(x.at(1));
      atTarget(name + "-put-load", racy, other, load, load);
    }
  }

  private void structure() {
    ArrayVariable field = new ArrayVariable("holder.field", ValueType.INT, 8, Storage.STACK);
    for (boolean racy : new boolean[] {true, false}) {
      Rma put = Mpi.put(field.at(1), 1, X.at(1));
      Statement store = store(field.at(1));
      atOrigin("struct-put-store", racy, put, store, store, X);
      Rma other = Mpi.put(BUF.at(1), 1, field.at(1)).on(WindowCode.over("win", field));
      Statement load = load(field.at(1));
      atTarget("struct-put-load", racy, other, load, load);
    }
  }

  private void windows(WindowCode.Constructor constructor) {
    WindowCode window = Mpi.WIN.madeBy(constructor);
    String name = "window" + constructor.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      Rma put = Mpi.put(BUF.at(0), 1, window.memory().at(3)).on(window);
      Statement load = load(window.memory().at(3));
      atTarget(name + "-put-load", racy, put, load, load);
      Rma get = Mpi.get(BUF.at(0), 1, window.memory().at(3)).on(window);
      Statement store = store(window.memory().at(3));
      atTarget(name + "-get-store", racy, get, store, store);
    }
  }

  // ---- the call ----

  private void calls() {
    for (PlacedCall.Manner manner : PlacedCall.Manner.values()) {
      String name = manner.name().toLowerCase(Locale.ROOT);
      for (boolean racy : new boolean[] {true, false}) {
        Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
        Statement store = store(BUF.at(0));
        Statement call = new PlacedCall(put, manner);
        add(
            name + "-put",
            2,
            Pair.local(put, store),
            racy,
            racy ? "The buffer is used before completion." : "The buffer is used after completion.",
            racy
                ? List.of(on(0, Mpi.lockAll(), call, store, Mpi.unlockAll()))
                : List.of(on(0, Mpi.lockAll(), call, Mpi.flush(1), store, Mpi.unlockAll())));
        Rma other = Mpi.put(BUF.at(0), 1, X.at(0));
        Statement load = load(X.at(0));
        Statement otherCall = new PlacedCall(other, manner);
        add(
            name + "-put",
            2,
            Pair.remote(other, load),
            racy,
            racy ? "The target looks before completion." : "The target looks after completion.",
            List.of(
                Mpi.lockAll(),
                racy ? on(0, otherCall) : on(0, otherCall, Mpi.flush(1)),
                Mpi.barrier(),
                on(1, load),
                Mpi.unlockAll()));
      }
    }
  }

  // ---- the bytes ----

  private void overlap() {
    for (Overlap overlap : Overlap.in(X)) {
      WindowCode window = WindowCode.over("win", overlap.remote().memory()).in(X.type().size());
      Rma put = Mpi.put(BUF.at(0, overlap.count()), 1, overlap.remote()).on(window);
      Statement load = load(overlap.local());
      add(
          "overlap" + overlap.name() + "-put-load",
          2,
          Pair.remote(put, load),
          overlap.racy(),
          overlap.why(),
          List.of(
              new Epochs.LockAll(window), on(0, put), on(1, load), new Epochs.UnlockAll(window)));
      Overlap buffer = overlap.moved(BUF);
      Rma get = Mpi.get(buffer.remote(), 1, X.at(0, overlap.count()));
      Statement store = store(buffer.local());
      add(
          "overlap" + overlap.name() + "-get-store",
          2,
          Pair.local(get, store),
          overlap.racy(),
          overlap.why(),
          List.of(Mpi.lockAll(), on(0, get, store), Mpi.unlockAll()));
    }
  }

  private void datatypes() {
    List<DerivedType> types =
        List.of(
            DerivedType.vector(ValueType.INT, 3, 1, 2),
            DerivedType.of(
                "hvector_t", "MPI_Type_create_hvector(3, 1, 8, MPI_INT", ValueType.INT, 0, 2, 4),
            DerivedType.of(
                "indexed_t",
                "MPI_Type_indexed(2, (int[]){1, 2}, (int[]){0, 4}, MPI_INT",
                ValueType.INT,
                0,
                4,
                5),
            DerivedType.of(
                "hindexed_t",
                "MPI_Type_create_hindexed(2, (int[]){1, 2}, (MPI_Aint[]){0, 16}, MPI_INT",
                ValueType.INT,
                0,
                4,
                5),
            DerivedType.of(
                "block_t",
                "MPI_Type_create_indexed_block(3, 1, (int[]){0, 4, 5}, MPI_INT",
                ValueType.INT,
                0,
                4,
                5),
            DerivedType.of(
                "hblock_t",
                "MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){0, 16}, MPI_INT",
                ValueType.INT,
                0,
                4),
            DerivedType.of(
                "struct_t",
                "MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 16},"
                    + " (MPI_Datatype[]){MPI_INT, MPI_INT}",
                ValueType.INT,
                0,
                4),
            DerivedType.of(
                "subarray_t",
                "MPI_Type_create_subarray(2, (int[]){2, 4}, (int[]){2, 1}, (int[]){0, 0},"
                    + " MPI_ORDER_C, MPI_INT",
                ValueType.INT,
                0,
                4),
            DerivedType.of(
                "darray_t",
                "MPI_Type_create_darray(2, 0, 1, (int[]){8}, (int[]){MPI_DISTRIBUTE_CYCLIC},"
                    + " (int[]){1}, (int[]){2}, MPI_ORDER_C, MPI_INT",
                ValueType.INT,
                0,
                2,
                4,
                6));
    for (DerivedType type : types) {
      String name = "type" + type.name().replace("_t", "");
      for (boolean racy : new boolean[] {true, false}) {
        // All of them have something at 4 and nothing at 1.
        int index = racy ? 4 : 1;
        String why =
            racy ? "The type covers this element." : "The element is in a gap of the type.";
        Rma put = Mpi.put(BUF.at(0, type.values().size()), 1, X.bytes(0, type));
        Statement load = load(X.at(index));
        add(
            name + "-put-load",
            2,
            Pair.remote(put, load),
            racy,
            why,
            List.of(Mpi.lockAll(), on(0, put), on(1, load), Mpi.unlockAll()));
        Rma get = Mpi.get(BUF.bytes(0, type), 1, X.at(0, type.values().size()));
        Statement store = store(BUF.at(index));
        add(
            name + "-get-store",
            2,
            Pair.local(get, store),
            racy,
            why,
            List.of(Mpi.lockAll(), on(0, get, store), Mpi.unlockAll()));
      }
    }
  }

  // ---- repetition ----

  private void loops() {
    Rma put = Mpi.accumulate(BUF.at(0), 1, X.at(0));
    Statement store = store(BUF.at(0));
    race(
        "iteration-accumulate-store",
        2,
        Pair.local(put, store),
        "The store of the next round meets the operation of this one.",
        Mpi.lockAll(),
        on(0, repeat(2, store, put, Mpi.flush(0))),
        Mpi.unlockAll());
    Rma put2 = Mpi.accumulate(BUF.at(0), 1, X.at(0));
    Statement store2 = store(BUF.at(0));
    clean(
        "iteration-accumulate-store",
        2,
        Pair.local(put2, store2),
        "Every round completes its operation.",
        Mpi.lockAll(),
        on(0, repeat(3, store2, put2, Mpi.flush(1))),
        Mpi.unlockAll());
    Rma put3 = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement load3 = load(X.at(0));
    race(
        "iteration-fence",
        2,
        Pair.remote(put3, load3),
        "The put of the next round meets the load of this one.",
        Mpi.fence(),
        repeat(3, on(0, put3), Mpi.fence(), on(1, load3)));
    Rma put4 = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement load4 = load(X.at(0));
    clean(
        "iteration-fence",
        2,
        Pair.remote(put4, load4),
        "Two fences in every round.",
        Mpi.fence(),
        repeat(3, on(0, put4), Mpi.fence(), on(1, load4), Mpi.fence()));
  }

  // ---- buffers in window memory, and messages ----

  private void ownWindow() {
    for (boolean racy : new boolean[] {true, false}) {
      Rma get = Mpi.get(X.at(0), 1, X.at(4));
      Rma put = Mpi.put(BUF.at(0), 0, X.at(racy ? 0 : 1));
      add(
          "bufferinwindow-get-put",
          2,
          Pair.remote(get, put),
          racy,
          racy
              ? "The buffer of the get is the target of the put."
              : "The buffer of the get is beside the target of the put.",
          List.of(Mpi.lockAll(), on(0, get), on(1, put), Mpi.unlockAll()));
      Rma self = Mpi.put(BUF.at(0), 0, X.at(0));
      Statement load = load(X.at(0));
      add(
          "self-put-load",
          2,
          Pair.remote(self, load),
          racy,
          racy ? "A put to oneself is not complete." : "A put to oneself is complete.",
          racy
              ? List.of(on(0, Mpi.lockAll(), self, load, Mpi.unlockAll()))
              : List.of(on(0, Mpi.lockAll(), self, Mpi.flush(0), load, Mpi.unlockAll())));
    }
  }

  private void messages() {
    for (boolean racy : new boolean[] {true, false}) {
      Statement isend = Mpi.isend(BUF.at(0), 1, Mpi.REQUEST);
      Statement store = store(BUF.at(0));
      Statement wait = Mpi.await(Mpi.REQUEST);
      add(
          "isend-store",
          2,
          Pair.local(isend, store),
          racy,
          racy ? "The buffer is used before the send is complete." : "The send is complete.",
          List.of(
              racy ? on(0, isend, store, wait) : on(0, isend, wait, store), on(1, Mpi.receive(0))));
      Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
      Statement irecv = Mpi.irecv(BUF.at(0), 1, Mpi.REQUEST);
      add(
          "put-irecv",
          2,
          Pair.local(put, irecv),
          racy,
          racy ? "The message is received into the buffer of the put." : "The put is complete.",
          List.of(
              racy
                  ? on(0, Mpi.lockAll(), put, irecv, wait, Mpi.unlockAll())
                  : on(0, Mpi.lockAll(), put, Mpi.flush(1), irecv, wait, Mpi.unlockAll()),
              on(1, Mpi.send(0))));
    }
    Statement isend = Mpi.isend(BUF.at(0), 1, Mpi.REQUEST);
    Statement store = store(BUF.at(0));
    race(
        "isendfree-store",
        2,
        Pair.local(isend, store),
        "Freeing a request completes nothing.",
        on(0, isend, Mpi.end(Mpi.REQUEST, MessageCode.Ending.FREE), store),
        on(1, Mpi.receive(0)));
  }
}
