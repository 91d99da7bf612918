package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A communicator, shared by its members: who they are, their collectives and their messages. */
final class Comm {
  final List<Integer> members;

  /** The other group of an intercommunicator, seen from this one; null if there is none. */
  @Nullable Comm other;

  @Nullable Topology topology;
  private final Map<Integer, Integer> calls = new HashMap<>();
  private final Map<Integer, Round> rounds = new HashMap<>();
  private final Map<List<Object>, Comm> meetings = new HashMap<>();
  private final List<Mailbox> mailboxes = new ArrayList<>();
  private final Map<List<Integer>, List<PartitionedCalls.Transfer>> transfers = new HashMap<>();
  private final Map<List<Object>, Integer> prepared = new HashMap<>();

  Comm(List<Integer> members) {
    this.members = List.copyOf(members);
    members.forEach(member -> mailboxes.add(new Mailbox()));
  }

  int size() {
    return members.size();
  }

  /** The rank of a process in it; -1 if it is no member. */
  int rankOf(int world) {
    return members.indexOf(world);
  }

  /** Those that ranks in calls mean: the other group of an intercommunicator. */
  Comm peers() {
    return other == null ? this : other;
  }

  /** The messages to a member. */
  Mailbox mailbox(int rank) {
    return mailboxes.get(rank);
  }

  /**
   * The partitioned message that one side prepares next.
   *
   * @param key source, destination and tag
   */
  PartitionedCalls.Transfer transfer(List<Integer> key, boolean sends) {
    int number = prepared.merge(List.of(key, sends), 1, Integer::sum) - 1;
    List<PartitionedCalls.Transfer> all = transfers.computeIfAbsent(key, made -> new ArrayList<>());
    while (all.size() <= number) {
      all.add(new PartitionedCalls.Transfer());
    }
    return all.get(number);
  }

  /**
   * The collective that a member takes part in next: all of them make the same calls in the same
   * order.
   */
  Round next(int rank) {
    int number = calls.merge(rank, 1, Integer::sum);
    Comm first = other == null || members.get(0) < other.members.get(0) ? this : other;
    return first.rounds.computeIfAbsent(number, key -> new Round());
  }

  /** Where some members meet that do something together without the others. */
  Comm meetingOf(List<Integer> some, Object tag) {
    return meetings.computeIfAbsent(List.of(some, tag), key -> new Comm(some));
  }
}
