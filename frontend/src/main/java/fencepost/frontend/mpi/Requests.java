package fencepost.frontend.mpi;

import fencepost.frontend.mpi.Channel.Message;
import fencepost.frontend.mpi.MpiThread.Arrival;
import fencepost.frontend.program.Slots;
import fencepost.trace.RecordCursor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starting, completing and freeing requests (MPI 4.1, 3.7 and 3.9). */
final class Requests {
  private static final int STATUS_WORDS = 3; // source, tag, whether it was cancelled

  private final MpiFrontEnd frontEnd;

  Requests(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  /** Which of the requests of a call are complete when it returns. */
  private enum Complete {
    ALL,
    ONE,
    SOME,
    /** The one, which may be asked or waited for again. */
    SEEN
  }

  void addRules() {
    completion("MPI_Wait", "request", Complete.ALL);
    completion("MPI_Request_get_status", "request", Complete.SEEN);
    completion("MPI_Test", "request", Complete.ALL);
    completion("MPI_Waitall", "array_of_requests", Complete.ALL);
    completion("MPI_Testall", "array_of_requests", Complete.ALL);
    completion("MPI_Waitany", "array_of_requests", Complete.ONE);
    completion("MPI_Testany", "array_of_requests", Complete.ONE);
    completion("MPI_Waitsome", "array_of_requests", Complete.SOME);
    completion("MPI_Testsome", "array_of_requests", Complete.SOME);
    start("MPI_Start", "request");
    start("MPI_Startall", "array_of_requests");
    free();
  }

  /** What it was for goes on; only a message's end is heard of, at its receiver. */
  private void free() {
    int freed = new Slots(frontEnd.table(), "MPI_Request_free").of("request");
    frontEnd.rule(
        "MPI_Request_free",
        (process, record, returns) -> {
          Request request = process.look(record.slot(freed));
          if (request != null && request.sent != null) {
            request.sent.release(frontEnd.execution(), request.effects);
          }
          process.forget(record.slot(freed));
          return true;
        });
  }

  private void start(String call, String requests) {
    Handles handles = new Handles(new Slots(frontEnd.table(), call), requests);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          for (int i = 0; i < handles.count(record); i++) {
            Request request = process.take(handles.get(record, i));
            if (request != null) {
              request.start();
            }
          }
          return true;
        });
  }

  /** The request or requests of a call. */
  private record Handles(int slot, boolean many) {
    Handles(Slots slots, String argument) {
      this(slots.of(argument), slots.isArray(argument));
    }

    int count(RecordCursor record) {
      return many ? record.length(slot) : 1;
    }

    long get(RecordCursor record, int index) {
      return many ? record.element(slot, index) : record.slot(slot);
    }
  }

  private void completion(String call, String requests, Complete complete) {
    Slots slots = new Slots(frontEnd.table(), call);
    Handles handles = new Handles(slots, requests);
    boolean around = frontEnd.table().call(call).around();
    int status = slots.find("status") >= 0 ? slots.of("status") : slots.of("array_of_statuses");
    int index = complete == Complete.ONE ? slots.of("index") : -1;
    int indices = complete == Complete.SOME ? slots.of("array_of_indices") : -1;
    int held = slots.of("held");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (!around || !returns) {
            process.thread.waitingFor.clear();
            for (int i = 0; i < handles.count(record); i++) {
              process.thread.waitingFor.add(handles.get(record, i));
            }
          }
          if (!returns) {
            return true;
          }
          if (!process.thread.collected) {
            collect(process, record, complete, index, indices);
            process.thread.collected = true;
          }
          boolean proves = record.slot(held) != 0;
          if ((proves && !locksAreHeld(process, record)) || !finish(process, record, status)) {
            return false;
          }
          process.thread.collected = false;
          return true;
        });
  }

  private static void collect(
      MpiProcess process, RecordCursor record, Complete complete, int index, int indices) {
    switch (complete) {
      case ALL -> {
        for (int i = 0; i < process.thread.waitingFor.size(); i++) {
          arrive(process, i, i);
        }
      }
      case ONE -> arrive(process, (int) record.slot(index), 0);
      case SEEN -> arrive(process, process.look(process.thread.waitingFor.get(0)), 0);
      case SOME -> {
        for (int i = 0; i < record.length(indices); i++) {
          arrive(process, (int) record.element(indices, i), i);
        }
      }
    }
  }

  private static void arrive(MpiProcess process, int index, int status) {
    if (index != process.constants.undefined) {
      arrive(process, process.take(process.thread.waitingFor.get(index)), status);
    }
  }

  private static void arrive(MpiProcess process, @Nullable Request request, int status) {
    if (request != null) {
      process.thread.arrived.add(new Arrival(request, status));
    }
  }

  /** Everything that was waited for has arrived: the locks under which it was fetched are held. */
  private boolean locksAreHeld(MpiProcess process, RecordCursor record) {
    if (process.thread.locksHeld) {
      return true;
    }
    List<PassiveTarget.Held> locks =
        process.thread.arrived.stream()
            .map(arrival -> arrival.request().fetchedUnder)
            .filter(Objects::nonNull)
            .toList();
    process.thread.locksHeld = PassiveTarget.acquire(process, record, frontEnd.execution(), locks);
    return process.thread.locksHeld;
  }

  /**
   * Completes what has arrived; false while a sender, another member of a collective, or a grant
   * has not been heard of.
   *
   * @param status the slot of the statuses, for receives with wildcards
   */
  boolean finish(MpiProcess process, RecordCursor record, int status) {
    for (Arrival arrival : process.thread.arrived) {
      if (!ready(process, arrival, record, status)) {
        return false;
      }
    }
    for (Arrival arrival : process.thread.arrived) {
      Request request = arrival.request();
      if (request.received != null) {
        frontEnd.program().awaitIfAny(process.strand, request.received.sent);
        request.received.received(frontEnd.execution(), process.strand);
      }
      if (request.awaited != null) {
        frontEnd.program().awaitIfAny(process.strand, request.awaited.known());
      }
      request.effects.complete(frontEnd.execution(), process.strand);
      request.finished();
    }
    process.thread.arrived.clear();
    process.thread.locksHeld = false;
    return true;
  }

  private boolean ready(MpiProcess process, Arrival arrival, RecordCursor record, int status) {
    Request request = arrival.request();
    int first = STATUS_WORDS * arrival.status();
    if (status >= 0 && record.length(status) > first && record.element(status, first + 2) != 0) {
      request.cancelled();
      return true;
    }
    if (request.receive != null) {
      int source = (int) record.element(status, first);
      int tag = (int) record.element(status, first + 1);
      request.received = Messages.match(request.receive, source, tag);
      request.receive = null;
    }
    if (request.received != null && request.received.sent == null) {
      return false;
    }
    if (request.awaited != null && !request.awaited.mayEnd()) {
      return false;
    }
    return receiverStarted(process, request.synchronous ? request.sent : null)
        && request.effects.begun();
  }

  private boolean receiverStarted(MpiProcess process, @Nullable Message message) {
    if (message == null) {
      return true;
    }
    if (message.receiveStarted == null) {
      return false;
    }
    frontEnd.execution().await(process.strand, message.receiveStarted);
    return true;
  }
}
