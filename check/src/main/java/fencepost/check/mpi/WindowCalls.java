package fencepost.check.mpi;

import fencepost.check.machine.MemoryBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Windows (MPI 4.1, 12.2). */
final class WindowCalls {
  private WindowCalls() {}

  static void addTo(MpiModel library) {
    library.rule("MPI_Win_create", call -> make(call, Win.Flavor.CREATE, call.argument("base")));
    library.rule(
        "MPI_Win_allocate",
        call -> {
          long base = call.memory().allocate(Math.max(1, call.argument("size")));
          call.store("baseptr", 8, base);
          make(call, Win.Flavor.ALLOCATE, base);
        });
    library.rule("MPI_Win_create_dynamic", call -> make(call, Win.Flavor.DYNAMIC, 0));
    library.rule("MPI_Win_allocate_shared", call -> make(call, Win.Flavor.SHARED, 0));
    library.rule("MPI_Win_shared_query", WindowCalls::query);
    library.meaning("free_window", WindowCalls::free);
    library.meaning("attach", MpiCall::done);
    library.meaning("set_info", MpiCall::done);
    library.rule("MPI_Win_detach", MpiCall::done);
    library.rule(
        "MPI_Win_get_info",
        call -> {
          long handle = call.process.add(call.process.infos, new java.util.LinkedHashMap<>());
          call.process.storeHandle(call.at(1), "MPI_Info", handle);
          call.done();
        });
    library.rule("MPI_Win_get_attr", WindowCalls::attribute);
  }

  /** Everyone brings what it exposes; the window is there for all as soon as it is for one. */
  private static void make(MpiCall call, Win.Flavor flavor, long base) {
    Comm comm = call.comm();
    int unit = call.has("disp_unit") ? call.integer("disp_unit") : 1;
    Round round = comm.next(comm.rankOf(call.process.rank()));
    round.bring(call.process.rank(), new Win.Part(base, call.argument("size"), unit));
    call.doneWhen(
        () -> round.hasAll(comm.members),
        () -> {
          Win win =
              round.make(
                  () ->
                      flavor == Win.Flavor.SHARED ? share(call, round) : made(comm, flavor, round));
          if (flavor == Win.Flavor.SHARED) {
            call.store("baseptr", 8, win.part(comm.rankOf(call.process.rank())).base());
          }
          call.storeHandle("win", "MPI_Win", call.process.add(call.process.windows, win));
        });
  }

  private static Win made(Comm comm, Win.Flavor flavor, Round round) {
    Win win = new Win(comm, flavor);
    for (int rank = 0; rank < comm.size(); rank++) {
      win.expose(rank, round.from(comm.members.get(rank)));
    }
    return win;
  }

  /** One piece of memory that all members have, each with its part behind that of the last. */
  private static Win share(MpiCall call, Round round) {
    Comm comm = call.comm();
    Win win = new Win(comm, Win.Flavor.SHARED);
    List<Win.Part> parts = comm.members.stream().map(m -> round.<Win.Part>from(m)).toList();
    long total = parts.stream().mapToLong(Win.Part::size).sum();
    MemoryBlock block = call.memory().block(call.memory().allocate(Math.max(1, total)));
    long offset = 0;
    for (int rank = 0; rank < comm.size(); rank++) {
      Win.Part part = parts.get(rank);
      CheckedMpiProcess member = call.process.world.process(comm.members.get(rank));
      long mapped = member.memory().map(block);
      member.shared.put(win, mapped);
      win.expose(rank, new Win.Part(mapped + offset, part.size(), part.unit()));
      win.placeShared(rank, offset, part.size());
      offset += part.size();
    }
    return win;
  }

  private static void query(MpiCall call) {
    Win win = call.process.window(call.at(0));
    int rank = call.integerAt(1);
    Win.@Nullable Part part = call.isNobody(rank) ? win.firstShared() : win.shared(rank);
    long here = call.process.shared.getOrDefault(win, 0L);
    call.memory().store(call.at(2), 8, part == null ? 0 : part.size());
    call.memory().store(call.at(3), 4, win.part(Math.max(0, rank)).unit());
    call.memory().store(call.at(4), 8, part == null ? 0 : here + part.base());
    call.done();
  }

  private static void free(MpiCall call) {
    long handle = call.memory().load(call.argument("win"), call.header.sizeOf("MPI_Win"));
    Win win = call.process.window(handle);
    int me = call.process.rank();
    Round round = win.comm.next(win.comm.rankOf(me));
    round.bring(me, true);
    call.doneWhen(
        () -> round.hasAll(win.comm.members),
        () -> {
          call.process.windows.remove(handle);
          call.storeHandle("win", "MPI_Win", call.header.constant("MPI_WIN_NULL"));
        });
  }

  private static void attribute(MpiCall call) {
    Win win = call.process.window(call.at(0));
    Win.Part part = win.part(win.comm.rankOf(call.process.rank()));
    MpiHeader h = call.header;
    int key = call.integerAt(1);
    long place;
    if (key == h.integer("MPI_WIN_BASE")) {
      place = part.base();
    } else {
      place = call.memory().allocate(8);
      if (key == h.integer("MPI_WIN_SIZE")) {
        call.memory().store(place, 8, part.size());
      } else if (key == h.integer("MPI_WIN_DISP_UNIT")) {
        call.memory().store(place, 4, part.unit());
      } else if (key == h.integer("MPI_WIN_CREATE_FLAVOR")) {
        call.memory().store(place, 4, h.integer("MPI_WIN_FLAVOR_" + win.flavor));
      } else if (key == h.integer("MPI_WIN_MODEL")) {
        call.memory().store(place, 4, h.integer("MPI_WIN_UNIFIED"));
      } else {
        call.memory().store(call.at(3), 4, 0);
        call.done();
        return;
      }
    }
    call.memory().store(call.at(2), 8, place);
    call.memory().store(call.at(3), 4, 1);
    call.done();
  }
}
