package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.program.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * The messages from one member to another with one tag. They do not overtake each other (MPI 4.1,
 * 3.5): the n-th send is received by the n-th receive that was posted for it.
 */
final class Channel {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  record Key(int source, int destination, int tag) {}

  /** A message: the start of its send, and, once it is known, the start of its receive. */
  static final class Message {
    @Nullable Signal sent;
    @Nullable Signal receiveStarted;
  }

  private final Sequence<Message> messages = new Sequence<>(2, Message::new);

  Message send() {
    return messages.next(SENDER);
  }

  Message receive() {
    return messages.next(RECEIVER);
  }

  /** The message that the next receive would get. */
  Message peekReceive() {
    return messages.peek(RECEIVER);
  }
}
