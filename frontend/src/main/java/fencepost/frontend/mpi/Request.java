package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.program.Awaited;
import fencepost.frontend.program.PendingEffects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request: what its completion completes, and the message or collective it belongs to. */
final class Request {
  /** Completed by waiting. */
  final PendingEffects effects = new PendingEffects();

  /** The message that is received, once it is known which. */
  Channel.@Nullable Message received;

  /** The receive, as long as it is not known which message it gets. */
  @Nullable Receive receive;

  /** Where it is received, until it is. */
  @Nullable Inbox inbox;

  /** What is known of a message of which nothing but its contents is told; 0 if more is. */
  long contents;

  /** By which receive of its process, and the tag that it asked for, perhaps any. */
  int turn;

  int tag;

  /** Whether its completion tells what could have been otherwise: a test, or one of several. */
  boolean told;

  /** The message that is sent; if synchronously, its completion waits for the receiver. */
  Channel.@Nullable Message sent;

  boolean synchronous;

  /** The collective or the partitions that the request stands for. */
  @Nullable Awaited awaited;

  /** What is known of the partitions, if there are any. */
  Partitioned.@Nullable Side partitioned;

  /** The lock under which something is fetched: when it has arrived, the lock was held. */
  WindowAccess.@Nullable Lock fetchedUnder;

  private @Nullable Consumer<Request> starter;

  /** A posted receive, with its tag or the wildcard. */
  record Receive(Communicator communicator, int self, Signal started, int tag) {}

  /** A request that is started again and again. */
  static Request persistent(Consumer<Request> starter) {
    Request request = new Request();
    request.starter = starter;
    return request;
  }

  boolean isPersistent() {
    return starter != null;
  }

  /** The messages that it could have got in place of its own; null if there are none. */
  @Nullable Object row(boolean alone) {
    return inbox == null || contents == 0 || !alone ? null : inbox.rowOf(tag, contents);
  }

  void start() {
    if (starter != null) {
      starter.accept(this);
    }
  }

  /** It was cancelled: what it was for will not take place (MPI 4.1, 3.8.4). */
  void cancelled() {
    if (received != null) {
      received.receiveCancelled();
    }
    if (sent != null) {
      sent.sendCancelled();
    }
    finished();
  }

  /** It has been waited for; a persistent request can be started again. */
  void finished() {
    if (inbox != null) {
      inbox.complete();
    }
    inbox = null;
    contents = 0;
    told = false;
    received = null;
    receive = null;
    sent = null;
    synchronous = false;
    awaited = null;
  }
}
