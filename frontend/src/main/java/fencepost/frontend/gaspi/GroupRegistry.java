package fencepost.frontend.gaspi;

import fencepost.frontend.program.Sequence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Groups have a number of their own at each process. What their members have in common is who they
 * are: the n-th commit of a group with these members is the same one everywhere.
 */
final class GroupRegistry {
  private final Map<List<Integer>, Sequence<Group>> commits = new HashMap<>();
  private @Nullable Group everyone;

  Group everyone(int ranks) {
    if (everyone == null) {
      everyone = new Group(IntStream.range(0, ranks).boxed().toList());
    }
    return everyone;
  }

  /** The group that a process commits. */
  Group commit(List<Integer> members, int rank) {
    return commits
        .computeIfAbsent(members, key -> new Sequence<>(members.size(), () -> new Group(members)))
        .next(members.indexOf(rank));
  }
}
