package fencepost.frontend.mpi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A communicator as all its members know it: who they are, the collectives they are in, the
 * messages between them.
 */
final class Communicator {
  private final int[] members;
  private final Sequence<Collective> collectives;
  private final Sequence<Map<List<Integer>, Communicator>> children;
  private final Sequence<Window> windows;
  private final Map<Channel.Key, Channel> channels = new HashMap<>();

  Communicator(int... members) {
    this.members = members.clone();
    collectives = new Sequence<>(members.length, () -> new Collective(members.length));
    children = new Sequence<>(members.length, HashMap::new);
    windows = new Sequence<>(members.length, () -> new Window(this));
  }

  int size() {
    return members.length;
  }

  /** The rank in MPI_COMM_WORLD of a member. */
  int world(int member) {
    return members[member];
  }

  /** The rank in this communicator of a process; -1 if it is not a member. */
  int member(int world) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] == world) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The collective that the member enters now: members match in the order of their calls (MPI 4.1,
   * 6.14).
   */
  Collective nextCollective(int member) {
    return collectives.next(member);
  }

  /** The communicator with the given members that this member has just made of this one. */
  Communicator nextChild(int member, List<Integer> membersOfChild) {
    return children
        .next(member)
        .computeIfAbsent(
            membersOfChild,
            key -> new Communicator(key.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** The window that this member has just made. */
  Window nextWindow(int member) {
    return windows.next(member);
  }

  Channel channel(int source, int destination, int tag) {
    return channels.computeIfAbsent(
        new Channel.Key(source, destination, tag), key -> new Channel());
  }
}
