package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.frontend.mpi.Channel.Message;
import fencepost.frontend.mpi.MpiThread.Arrival;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.Operation;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starting, completing and freeing requests (MPI 4.1, 3.7 and 3.9). */
final class Requests {
  static final Operation.Completion BY_WAIT =
      new Operation.Completion("MPI_Wait on its request", "MPI_Wait on its request");
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
    frontEnd.rule(
        "wait",
        (slots, details) ->
            completion(slots, Complete.valueOf(details.get(0).toUpperCase(Locale.ROOT))));
    frontEnd.rule("start", (slots, details) -> start(new Handles(slots)));
    frontEnd.rule("free_request", (slots, details) -> free(slots.of("request")));
  }

  // ---- calls that begin something ----

  /** Reads from a record what a call is to begin. */
  interface Reader {
    Beginning read(MpiProcess process, RecordCursor record);
  }

  /** What a call begins, at once or at each start of its request. */
  interface Beginning {
    void begin(Operation.Completion by, Request request);
  }

  /** The rule of a call that is over when it returns, or by a request that it makes or prepares. */
  Rule<MpiProcess> rule(Slots slots, Reader reader) {
    ApiTable.Call call = slots.call();
    return !call.isStarted() ? blocking(slots, reader) : byRequest(slots, reader);
  }

  private Rule<MpiProcess> blocking(Slots slots, Reader reader) {
    boolean around = slots.call().around();
    int status = slots.find(ApiTable.Mark.STATUS);
    int alike = slots.find("alike");
    int turn = slots.find("turn");
    return (process, record, returns) -> {
      if (!around || !returns) {
        Request request = new Request();
        reader.read(process, record).begin(Rank.ON_RETURN, request);
        process.thread.arrived.add(new Arrival(request, 0));
      }
      if (returns && process.thread.arrived.isEmpty()) {
        throw new ErroneousCallException("it names something that was never made");
      }
      if (returns && alike >= 0) {
        Request request = process.thread.arrived.get(0).request();
        request.contents = record.slot(alike);
        request.turn = (int) record.slot(turn);
      }
      return !returns || finish(process, record, status);
    };
  }

  private static Rule<MpiProcess> byRequest(Slots slots, Reader reader) {
    boolean prepared = slots.call().isPrepared();
    int handle = slots.of("request");
    return (process, record, returns) -> {
      Beginning beginning = reader.read(process, prepared ? record.copy() : record);
      Request request =
          prepared
              ? Request.persistent(started -> beginning.begin(BY_WAIT, started))
              : new Request();
      process.define(record.slot(handle), request);
      if (!prepared) {
        beginning.begin(BY_WAIT, request);
      }
      return true;
    };
  }

  // ---- calls on requests ----

  /** What it was for goes on; only a message's end is heard of, at its receiver. */
  private Rule<MpiProcess> free(int freed) {
    return (process, record, returns) -> {
      Request request = process.look(record.slot(freed));
      if (request != null && request.sent != null) {
        request.sent.release(frontEnd.execution(), request.effects);
      }
      process.forget(record.slot(freed));
      return true;
    };
  }

  private static Rule<MpiProcess> start(Handles handles) {
    return (process, record, returns) -> {
      for (int i = 0; i < handles.count(record); i++) {
        Request request = process.take(handles.get(record, i));
        if (request != null) {
          request.start();
        }
      }
      return true;
    };
  }

  /** The request or requests of a call. */
  private record Handles(int slot, boolean many) {
    Handles(Slots slots) {
      this(slots.find("request"), slots.find("array_of_requests"));
    }

    private Handles(int one, int list) {
      this(list < 0 ? one : list, list >= 0);
    }

    int count(RecordCursor record) {
      return many ? record.length(slot) : 1;
    }

    long get(RecordCursor record, int index) {
      return many ? record.element(slot, index) : record.slot(slot);
    }
  }

  private Rule<MpiProcess> completion(Slots slots, Complete complete) {
    Handles handles = new Handles(slots);
    boolean around = slots.call().around();
    int status = slots.find(ApiTable.Mark.STATUS);
    int index = complete == Complete.ONE ? slots.of("index") : -1;
    int indices = complete == Complete.SOME ? slots.of("array_of_indices") : -1;
    int held = slots.of("held");
    boolean ofSome = complete == Complete.ONE || complete == Complete.SOME;
    return (process, record, returns) -> {
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
        if (!around || (ofSome && handles.count(record) > 1)) { // a test could have failed
          process.thread.arrived.forEach(arrival -> arrival.request().told = true);
        }
        process.thread.collected = true;
      }
      boolean proves = record.slot(held) != 0;
      if ((proves && !locksAreHeld(process, record)) || !finish(process, record, status)) {
        return false;
      }
      process.thread.collected = false;
      return true;
    };
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
    List<WindowAccess.Lock> locks =
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
        received(process, request, request.received);
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

  /**
   * The receiver is ordered after the sender; by luck, if it could not tell it from others, or was
   * told of it although it could have been told of another one.
   */
  private void received(MpiProcess process, Request request, Message message) {
    Execution execution = frontEnd.execution();
    Signal sent = message.sent;
    Object row = message.offered == null ? null : request.row(process.process.strands().areOne());
    if (row == null && request.inbox != null) {
      request.inbox.endRow();
    }
    if (row != null && message.offered != null && sent != null) {
      execution.takes(process.strand, message.offered, message.turn, request.turn, row);
      sent = execution.byLuck(sent);
    } else if (request.told && sent != null) {
      sent = execution.told(process.strand, sent, null);
    }
    frontEnd.program().awaitIfAny(process.strand, sent);
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
      request.tag = request.receive.tag();
      request.receive = null;
    }
    if (request.received != null && request.received.sent == null) {
      request.received.sending.wakes(process.process);
      return false;
    }
    if (request.awaited != null && !request.awaited.mayEnd(process.process)) {
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
