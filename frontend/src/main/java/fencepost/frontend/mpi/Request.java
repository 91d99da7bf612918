package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import org.jspecify.annotations.Nullable;

/** A request: what its completion completes, and the message it belongs to. */
final class Request {
  /** Completed by waiting. */
  final PendingEffects effects = new PendingEffects();

  /** The message that is received, once it is known which. */
  Channel.@Nullable Message received;

  /** The receive, as long as it is not known which message it gets. */
  @Nullable Receive receive;

  /** The message that is sent synchronously: its completion waits for the receiver. */
  Channel.@Nullable Message sentSynchronously;

  /** The lock under which something is fetched: when it has arrived, the lock was held. */
  PassiveTarget.@Nullable Held fetchedUnder;

  /** A posted receive. */
  record Receive(Communicator communicator, int self, Signal started) {}
}
