package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.program.Collective;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a process: the call it is in. */
final class MpiThread {
  /** The collective or fence that it is, of those that make something. */
  Collective.@Nullable Participation collective;

  Window.@Nullable Fence fence;

  /** The communicator or window that it makes together with the other members. */
  @Nullable Communicator making;

  @Nullable WindowAccess makingWindow;

  /** The processes of another world with which the call has linked it. */
  @Nullable Link link;

  /** The handle of the window that is being freed. */
  long freeing;

  /** The handles that it waits for, and what is complete of them when it returns. */
  final List<Long> waitingFor = new ArrayList<>();

  final List<Arrival> arrived = new ArrayList<>();

  /** Whether that is known already, and the locks that it proves held, while the call waits. */
  boolean collected;

  boolean locksHeld;

  /** Two groups, and the handle that their intercommunicator has here. */
  record Link(long handle, List<Integer> local, List<Integer> remote) {}

  /** A request that is complete, and where its status is. */
  record Arrival(Request request, int status) {}

  void failed(Execution execution, Strand strand) {
    arrived.forEach(arrival -> arrival.request.effects.completeOnly(execution, strand));
    arrived.clear();
  }
}
