package fencepost.frontend.shmem;

import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Members;
import fencepost.frontend.program.Sequence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Processes that do collectives together: a team, or an active set. */
final class Team {
  /** The predefined team that it descends from: atomics are atomic within it (1.5, 3.1). */
  final String domain;

  private final Members members;
  private final Sequence<Gathering> gatherings;
  private final Sequence<Split> splits;

  /** One call that divides the team: each member gets the team that belongs to its part. */
  static final class Split {
    private final Map<Object, Team> parts = new HashMap<>();

    Team part(Object key, Supplier<Team> maker) {
      return parts.computeIfAbsent(key, unused -> maker.get());
    }
  }

  Team(List<Integer> members, String domain) {
    this.members = new Members(members);
    this.domain = domain;
    this.gatherings = new Sequence<>(members.size(), () -> new Gathering(members.size()));
    this.splits = new Sequence<>(members.size(), Split::new);
  }

  /** Members {@code start}, {@code start + stride}, ... of this team. */
  Team strided(int start, int stride, int size) {
    return new Team(
        IntStream.range(0, size).mapToObj(i -> members.world(start + i * stride)).toList(), domain);
  }

  int size() {
    return members.size();
  }

  boolean has(int pe) {
    return members.has(pe);
  }

  /** The process that has the number in the team. */
  int world(int pe) {
    if (!has(pe)) {
      throw new ErroneousCallException("it names a PE that the team does not have");
    }
    return members.world(pe);
  }

  /** The number that a process has in the team; -1 if it is not a member. */
  int member(int process) {
    return members.number(process);
  }

  Gathering nextGathering(int member) {
    return gatherings.next(member);
  }

  Split nextSplit(int member) {
    return splits.next(member);
  }
}
