package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.program.Bell;
import fencepost.frontend.program.PendingEffects;
import fencepost.model.Point;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The messages from one member to another with one tag. They do not overtake each other (MPI 4.1,
 * 3.5): the n-th send is received by the n-th receive that was posted for it.
 */
final class Channel {
  private final ArrayDeque<Message> unsent = new ArrayDeque<>();
  private final ArrayDeque<Message> unreceived = new ArrayDeque<>();

  record Key(int source, int destination, int tag) {}

  /** A message: the start of its send, and, once it is known, the start of its receive. */
  final class Message {
    @Nullable Signal sent;

    /** Where it was sent, if its sender does not find out who receives it; and by which send. */
    @Nullable Point offered;

    int turn;

    /** Rings when it is sent. */
    final Bell sending = new Bell();

    @Nullable Signal receiveStarted;
    private @Nullable Point received;
    private @Nullable PendingEffects released;

    void sent(Signal start) {
      sent = start;
      sending.ring();
    }

    /** The receive is complete: the send has read its buffer. */
    void received(Execution execution, Strand strand) {
      received = execution.moment(strand);
      complete(execution);
    }

    /**
     * The sender will not wait for its send, but for what the receive's completion leads to
     * (3.7.3).
     */
    void release(Execution execution, PendingEffects buffer) {
      released = buffer;
      complete(execution);
    }

    private void complete(Execution execution) {
      if (received != null && released != null) {
        released.completeAt(execution, received);
      }
    }

    void receiveCancelled() {
      if (!unsent.remove(this)) {
        unreceived.addFirst(this);
      }
    }

    void sendCancelled() {
      unreceived.remove(this);
    }
  }

  Message send() {
    Message message = unsent.poll();
    if (message == null) {
      message = new Message();
      unreceived.add(message);
    }
    return message;
  }

  Message receive() {
    Message message = unreceived.poll();
    if (message == null) {
      message = new Message();
      unsent.add(message);
    }
    return message;
  }

  /** The message that the next receive would get; null if it has not been heard of. */
  @Nullable Message peekReceive() {
    return unreceived.peek();
  }
}
