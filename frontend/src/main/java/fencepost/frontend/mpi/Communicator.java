package fencepost.frontend.mpi;

import fencepost.frontend.program.Collective;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Members;
import fencepost.frontend.program.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A communicator as all its members know it: who they are, the collectives they are in, the
 * messages between them.
 *
 * <p>An intercommunicator has two groups (MPI 4.1, 7.6). Its members are numbered through here, the
 * group with the lowest process first; a rank that a process names is one of the other group.
 */
final class Communicator {
  /** Stands for the list of all members; a list of members is never empty. */
  private static final List<Integer> EVERYONE = List.of();

  private final Members members;
  private final int firstGroup;
  private final Sequence<Collective> collectives;
  private final Sequence<Map<List<Integer>, Communicator>> children;
  private final Sequence<Window> windows;
  private final Sequence<Sequence<Collective>> persistent;
  private final Map<Channel.Key, Sequence<Partitioned.Transfer>> transfers = new HashMap<>();
  private final Map<Channel.Key, Channel> channels = new HashMap<>();

  /** The members of one or two groups that make a communicator by themselves. */
  record Groups(List<Integer> members, int firstGroup) {
    static Groups of(List<Integer> local, List<Integer> remote) {
      return new Groups(inOrder(local, remote), firstOf(local, remote));
    }

    Communicator make() {
      return Communicator.of(members, firstGroup);
    }
  }

  Communicator(int... members) {
    this(new Members(members), members.length);
  }

  private Communicator(Members members, int firstGroup) {
    this.members = members;
    this.firstGroup = firstGroup;
    int size = members.size();
    collectives = new Sequence<>(size, () -> new Collective(size));
    children = new Sequence<>(size, HashMap::new);
    windows = new Sequence<>(size, () -> new Window(this));
    persistent =
        new Sequence<>(size, () -> new Sequence<Collective>(size, () -> new Collective(size)));
  }

  /** With the members of both groups, one after the other. */
  private static Communicator of(List<Integer> members, int firstGroup) {
    return new Communicator(new Members(members), firstGroup);
  }

  int size() {
    return members.size();
  }

  boolean isIntercommunicator() {
    return firstGroup < members.size();
  }

  /** With how many a member exchanges data in an all-to-all. */
  int peers(int member) {
    if (!isIntercommunicator()) {
      return members.size();
    }
    return member < firstGroup ? members.size() - firstGroup : firstGroup;
  }

  /** The rank in MPI_COMM_WORLD of a member. */
  int world(int member) {
    if (!members.has(member)) {
      throw new ErroneousCallException("it names a rank that the communicator does not have");
    }
    return members.world(member);
  }

  /** The number of a process among the members; -1 if it is not one. */
  int member(int world) {
    return members.number(world);
  }

  /** The member that a process means by a rank. */
  int peer(int self, int rank) {
    return isIntercommunicator() && self < firstGroup ? firstGroup + rank : rank;
  }

  /** The member that is the root; in an intercommunicator it says so itself. */
  int root(int argument, MpiProcess process) {
    int self = member(process.rank);
    if (argument == process.constants.root) {
      return self;
    }
    return argument < 0 ? 0 : peer(self, argument);
  }

  /**
   * The collective that the member enters now: members match in the order of their calls (MPI 4.1,
   * 6.14).
   */
  Collective nextCollective(int member) {
    return collectives.next(member);
  }

  /** The starts of the persistent collective that the member prepares now. */
  Sequence<Collective> nextPersistent(int member) {
    return persistent.next(member);
  }

  /** The communicator with the same members that this member makes of this one. */
  Communicator nextDuplicate(int member) {
    return children
        .next(member)
        .computeIfAbsent(EVERYONE, same -> new Communicator(members, firstGroup));
  }

  /** The communicator with the given members that this member has just made of this one. */
  Communicator nextChild(int member, List<Integer> local, List<Integer> remote) {
    return children
        .next(member)
        .computeIfAbsent(inOrder(local, remote), all -> of(all, firstOf(local, remote)));
  }

  /** Both groups in the order that all members agree on. */
  private static List<Integer> inOrder(List<Integer> local, List<Integer> remote) {
    boolean localFirst = remote.isEmpty() || local.get(0) < remote.get(0);
    List<Integer> all = new ArrayList<>(localFirst ? local : remote);
    all.addAll(localFirst ? remote : local);
    return all;
  }

  private static int firstOf(List<Integer> local, List<Integer> remote) {
    return remote.isEmpty() || local.get(0) < remote.get(0) ? local.size() : remote.size();
  }

  /** The window that this member has just made. */
  Window nextWindow(int member) {
    return windows.next(member);
  }

  /** Partitioned messages match in the order in which they are prepared (MPI 4.1, 4.2.2). */
  Sequence<Partitioned.Transfer> transfers(int source, int destination, int tag) {
    return transfers.computeIfAbsent(
        new Channel.Key(source, destination, tag),
        key -> new Sequence<>(2, Partitioned.Transfer::new));
  }

  Channel channel(int source, int destination, int tag) {
    return channels.computeIfAbsent(
        new Channel.Key(source, destination, tag), key -> new Channel());
  }
}
