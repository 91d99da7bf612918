package fencepost.check.mpi;

import fencepost.check.mpi.Request.Pending;
import fencepost.check.mpi.Request.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests: started, prepared, waited for, asked for (MPI 4.1, 3.7 and 3.9). */
final class RequestCalls {
  private RequestCalls() {}

  static void addTo(MpiLibrary library) {
    library.rule("MPI_Wait", call -> all(call, List.of(requestAt(call, "request", 0)), true));
    library.rule("MPI_Test", call -> all(call, List.of(requestAt(call, "request", 0)), false));
    library.rule("MPI_Waitall", call -> all(call, requests(call, "count"), true));
    library.rule("MPI_Testall", call -> all(call, requests(call, "count"), false));
    library.rule("MPI_Waitany", call -> any(call, true));
    library.rule("MPI_Testany", call -> any(call, false));
    library.rule("MPI_Waitsome", call -> some(call, true));
    library.rule("MPI_Testsome", call -> some(call, false));
    library.rule("MPI_Request_get_status", RequestCalls::look);
    library.rule("MPI_Start", call -> start(call, List.of(requestAt(call, "request", 0))));
    library.rule("MPI_Startall", call -> start(call, requests(call, "count")));
    library.rule("MPI_Request_free", RequestCalls::free);
    library.rule(
        "MPI_Cancel",
        call -> {
          Request request = requestAt(call, "request", 0).request;
          if (request != null) {
            request.cancel();
          }
          call.done();
        });
    library.rule(
        "MPI_Test_cancelled",
        call -> {
          long word = call.memory().load(call.at(0) + call.header.statusRoom(), 8);
          EnvironmentCalls.flag(call, 1, word < 0);
        });
  }

  /** A nonblocking call: it returns a request. */
  static void start(MpiCall call, Pending pending) {
    long handle = call.process.world.newHandle();
    call.process.requests.put(handle, new Request(handle, pending));
    call.storeHandle("request", "MPI_Request", handle);
    call.done();
  }

  /** A call that prepares what is started later. */
  static void prepare(MpiCall call, Supplier<Pending> starter) {
    long handle = call.process.world.newHandle();
    call.process.requests.put(handle, new Request(handle, starter));
    call.storeHandle("request", "MPI_Request", handle);
    call.done();
  }

  /** A request and where its handle is; none for MPI_REQUEST_NULL. */
  private record Slot(long address, @Nullable Request request) {
    boolean isActive() {
      return request != null && request.isActive();
    }

    boolean isReady() {
      return request == null || request.isReady();
    }
  }

  private static Slot requestAt(MpiCall call, String array, int index) {
    int size = call.header.sizeOf("MPI_Request");
    long address = call.argument(array) + (long) index * size;
    return new Slot(address, call.process.requests.get(call.memory().load(address, size)));
  }

  private static List<Slot> requests(MpiCall call, String count) {
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < call.integer(count); i++) {
      slots.add(requestAt(call, "array_of_requests", i));
    }
    return slots;
  }

  private static void start(MpiCall call, List<Slot> slots) {
    for (Slot slot : slots) {
      if (slot.request != null) {
        slot.request.start();
      }
    }
    call.done();
  }

  private static Status complete(MpiCall call, Slot slot) {
    Request request = slot.request;
    if (request == null) {
      return Status.EMPTY;
    }
    Status status = request.complete();
    if (!request.isPersistent()) {
      call.process.requests.remove(request.handle);
      call.process.storeHandle(
          slot.address, "MPI_Request", call.header.constant("MPI_REQUEST_NULL"));
    }
    return status;
  }

  private static void report(MpiCall call, int index, Status status) {
    boolean array = call.has("array_of_statuses");
    long at = call.argument(array ? "array_of_statuses" : "status");
    long ignore = call.header.constant(array ? "MPI_STATUSES_IGNORE" : "MPI_STATUS_IGNORE");
    if (at != ignore) {
      call.process.storeStatus(at + (long) index * call.header.sizeOf("MPI_Status"), status);
    }
  }

  /** All of them are complete, or none is. */
  private static void all(MpiCall call, List<Slot> slots, boolean waits) {
    if (!waits && !slots.stream().allMatch(Slot::isReady)) {
      call.store("flag", 4, 0);
      call.poll();
      call.done();
      return;
    }
    call.doneWhen(
        () -> slots.stream().allMatch(Slot::isReady),
        () -> {
          if (!waits) {
            call.store("flag", 4, 1);
          }
          for (int i = 0; i < slots.size(); i++) {
            report(call, i, complete(call, slots.get(i)));
          }
        });
  }

  private static int firstReady(List<Slot> slots) {
    for (int i = 0; i < slots.size(); i++) {
      if (slots.get(i).isActive() && slots.get(i).isReady()) {
        return i;
      }
    }
    return -1;
  }

  private static void any(MpiCall call, boolean waits) {
    List<Slot> slots = requests(call, "count");
    boolean none = slots.stream().noneMatch(Slot::isActive);
    if (!waits && !none && firstReady(slots) < 0) {
      call.store("flag", 4, 0);
      call.store("index", 4, call.header.integer("MPI_UNDEFINED"));
      call.poll();
      call.done();
      return;
    }
    call.doneWhen(
        () -> none || firstReady(slots) >= 0,
        () -> {
          int index = firstReady(slots);
          if (!waits) {
            call.store("flag", 4, 1);
          }
          call.store("index", 4, index < 0 ? call.header.integer("MPI_UNDEFINED") : index);
          report(call, 0, index < 0 ? Status.EMPTY : complete(call, slots.get(index)));
        });
  }

  private static void some(MpiCall call, boolean waits) {
    List<Slot> slots = requests(call, "incount");
    boolean none = slots.stream().noneMatch(Slot::isActive);
    call.doneWhen(
        () -> !waits || none || firstReady(slots) >= 0,
        () -> {
          int count = 0;
          for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i).isActive() && slots.get(i).isReady()) {
              call.memory().store(call.argument("array_of_indices") + 4L * count, 4, i);
              report(call, count++, complete(call, slots.get(i)));
            }
          }
          call.store("outcount", 4, none ? call.header.integer("MPI_UNDEFINED") : count);
          if (count == 0 && !none) {
            call.poll();
          }
        });
  }

  /** Whether it is complete, without ending it. */
  private static void look(MpiCall call) {
    Request request = call.process.requests.get(call.argument("request"));
    boolean ready = request == null || request.isReady();
    call.store("flag", 4, ready ? 1 : 0);
    if (ready) {
      Status status = request == null ? Status.EMPTY : request.look();
      call.process.storeStatus(call.argument("status"), status);
    } else {
      call.poll();
    }
    call.done();
  }

  /** What was started goes on, and nobody hears of its end. */
  private static void free(MpiCall call) {
    Slot slot = requestAt(call, "request", 0);
    call.process.storeHandle(slot.address, "MPI_Request", call.header.constant("MPI_REQUEST_NULL"));
    if (slot.request != null) {
      call.process.requests.remove(slot.request.handle);
    }
    call.done();
  }
}
