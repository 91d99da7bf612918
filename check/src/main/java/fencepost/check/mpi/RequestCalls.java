package fencepost.check.mpi;

import fencepost.check.mpi.CheckedRequest.Pending;
import fencepost.check.mpi.CheckedRequest.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Requests: started, prepared, waited for, asked for (MPI 4.1, 3.7 and 3.9). */
final class RequestCalls {
  private RequestCalls() {}

  static void addTo(MpiModel library) {
    library.meaning("wait all", RequestCalls::all);
    library.meaning("wait one", RequestCalls::any);
    library.meaning("wait some", RequestCalls::some);
    library.meaning("wait seen", RequestCalls::look);
    library.meaning("start", RequestCalls::start);
    library.meaning("free_request", RequestCalls::free);
    library.rule(
        "MPI_Cancel",
        call -> {
          CheckedRequest request = requests(call).get(0).request;
          if (request != null) {
            request.cancel();
          }
          call.done();
        });
    library.rule(
        "MPI_Test_cancelled",
        call -> {
          long word = call.memory().load(call.at(0) + call.header.statusRoom(), 8);
          MpiEnvironmentCalls.flag(call, 1, word < 0);
        });
  }

  /** A call that waits for what it starts, returns a request, or prepares what is started later. */
  static void perform(MpiCall call, Function<MpiCall, Pending> starter) {
    if (!call.entry().isStarted()) {
      Pending pending = starter.apply(call);
      call.doneWhen(
          pending::isReady,
          () -> {
            Status status = pending.complete();
            if (call.has("status")) {
              call.process.storeStatus(call.argument("status"), status);
            }
          });
    } else if (call.entry().isPrepared()) {
      returns(call, handle -> new CheckedRequest(handle, () -> starter.apply(call)));
    } else {
      Pending pending = starter.apply(call);
      returns(call, handle -> new CheckedRequest(handle, pending));
    }
  }

  private static void returns(MpiCall call, LongFunction<CheckedRequest> maker) {
    long handle = call.process.world.newHandle();
    call.process.requests.put(handle, maker.apply(handle));
    call.storeHandle("request", "MPI_Request", handle);
    call.done();
  }

  /** A request and where its handle is; none for MPI_REQUEST_NULL. */
  private record Slot(long address, @Nullable CheckedRequest request) {
    boolean isActive() {
      return request != null && request.isActive();
    }

    boolean isReady() {
      return request == null || request.isReady();
    }
  }

  /** The request, or the requests, that a call is about. */
  private static List<Slot> requests(MpiCall call) {
    int size = call.header.sizeOf("MPI_Request");
    boolean one = call.has("request");
    int count = one ? 1 : call.integer(call.has("incount") ? "incount" : "count");
    long first = call.argument(one ? "request" : "array_of_requests");
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long address = first + (long) i * size;
      slots.add(new Slot(address, call.process.requests.get(call.memory().load(address, size))));
    }
    return slots;
  }

  private static void start(MpiCall call) {
    for (Slot slot : requests(call)) {
      if (slot.request != null) {
        slot.request.start();
      }
    }
    call.done();
  }

  private static Status complete(MpiCall call, Slot slot) {
    CheckedRequest request = slot.request;
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
  private static void all(MpiCall call) {
    List<Slot> slots = requests(call);
    boolean waits = call.waits();
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

  private static void any(MpiCall call) {
    List<Slot> slots = requests(call);
    boolean waits = call.waits();
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

  private static void some(MpiCall call) {
    List<Slot> slots = requests(call);
    boolean waits = call.waits();
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
    CheckedRequest request = call.process.requests.get(call.argument("request"));
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
    Slot slot = requests(call).get(0);
    call.process.storeHandle(slot.address, "MPI_Request", call.header.constant("MPI_REQUEST_NULL"));
    if (slot.request != null) {
      call.process.requests.remove(slot.request.handle);
    }
    call.done();
  }
}
