package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Grant;
import fencepost.frontend.program.PendingEffects;
import org.jspecify.annotations.Nullable;

/**
 * One post and start, complete and wait between a target and an origin (MPI 4.1, 12.5.2): the post
 * grants access, the origin's complete ends it, and the target's wait completes at the target what
 * was done in between.
 */
final class Handshake {
  final Grant grant = new Grant();
  final PendingEffects effects = new PendingEffects();
  final OpenUpdates updates = new OpenUpdates();
  @Nullable Signal completed;
}
