package fencepost.frontend.gaspi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Sequence;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passive communication (GASPI 17.1, "Passive communication"): the receiver is ordered after the
 * sender, and the buffers are free on return. Messages of one sender arrive in order.
 */
final class PassiveMessages {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;
  private final Segments segments;
  private final Map<Channel, Sequence<Message>> channels = new HashMap<>();

  private record Channel(int sender, int receiver) {}

  private static final class Message {
    private @Nullable Signal sent;
  }

  PassiveMessages(GaspiFrontEnd frontEnd, Segments segments) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.segments = segments;
  }

  void addRules() {
    frontEnd.rule("send", (slots, details) -> send(slots));
    frontEnd.rule("receive", (slots, details) -> receive(slots));
  }

  private Rule<GaspiProcess> send(Slots slots) {
    int receiver = slots.of("rank");
    return (process, record, returns) -> {
      use(process, record, slots, AccessKind.BUFFER_READ);
      Message message = channel(process.rank.number, (int) record.slot(receiver)).next(SENDER);
      message.sent = execution.signal(process.strand);
      return true;
    };
  }

  private Rule<GaspiProcess> receive(Slots slots) {
    int sender = slots.of("rem_rank");
    return (process, record, returns) -> {
      Sequence<Message> messages = channel((int) record.slot(sender), process.rank.number);
      Signal sent = messages.peek(RECEIVER).sent;
      if (sent == null) {
        return false;
      }
      messages.next(RECEIVER);
      use(process, record, slots, AccessKind.BUFFER_WRITE);
      execution.await(process.strand, sent);
      return true;
    };
  }

  private Sequence<Message> channel(int sender, int receiver) {
    return channels.computeIfAbsent(
        new Channel(sender, receiver), key -> new Sequence<>(2, Message::new));
  }

  /** The buffer is used for the duration of the call. */
  private void use(GaspiProcess process, RecordCursor record, Slots slots, AccessKind kind) {
    long size = record.slot(slots.of("size"));
    if (size == 0) {
      return;
    }
    Segment segment = segments.own(process, record.slot(slots.of("segment_id_local")));
    PendingEffects effects = new PendingEffects();
    Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
    process.rank.use(
        operation, kind, segment.at(record.slot(slots.of("offset_local")), size), effects);
    effects.complete(execution, process.strand);
  }
}
