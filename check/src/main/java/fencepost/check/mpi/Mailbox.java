package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages to one member of a communicator that nobody has received, and the receives that
 * wait.
 */
final class Mailbox {
  private final List<Message> messages = new ArrayList<>();
  private final List<Receive> receives = new ArrayList<>();

  /** A message on its way. */
  static final class Message {
    final int source;
    final int tag;
    final byte[] content;
    boolean matched;

    Message(int source, int tag, byte[] content) {
      this.source = source;
      this.tag = tag;
      this.content = content;
    }
  }

  /** A receive; a negative source or tag is any. */
  static final class Receive {
    final int source;
    final int tag;
    @Nullable Message message;
    boolean cancelled;

    Receive(int source, int tag) {
      this.source = source;
      this.tag = tag;
    }

    boolean takes(Message m) {
      return (source < 0 || m.source == source) && (tag < 0 || m.tag == tag);
    }
  }

  /** Messages and receives match in order (MPI 4.1, 3.5). */
  void send(Message message) {
    for (Receive receive : receives) {
      if (receive.takes(message)) {
        receives.remove(receive);
        match(receive, message);
        return;
      }
    }
    messages.add(message);
  }

  void receive(Receive receive) {
    Message message = find(receive);
    if (message == null) {
      receives.add(receive);
    } else {
      messages.remove(message);
      match(receive, message);
    }
  }

  private static void match(Receive receive, Message message) {
    receive.message = message;
    message.matched = true;
  }

  /** The first message that a receive would take; null if there is none. */
  @Nullable Message find(Receive receive) {
    return messages.stream().filter(receive::takes).findFirst().orElse(null);
  }

  void remove(Message message) {
    messages.remove(message);
    message.matched = true;
  }

  /** Whether the receive was still waiting, and is taken back. */
  boolean cancel(Receive receive) {
    receive.cancelled = receives.remove(receive);
    return receive.cancelled;
  }
}
