package fencepost.frontend.gaspi;

import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Members;
import fencepost.frontend.program.Sequence;
import java.util.List;

/** A committed group. Its members' n-th collectives on it are one collective. */
final class Group {
  /** The number of {@code GASPI_GROUP_ALL} (GASPI 17.1, "Groups"). */
  static final long ALL = 0;

  private final Members members;
  private final Sequence<Collective> collectives;

  Group(List<Integer> members) {
    this.members = new Members(members);
    this.collectives = new Sequence<>(members.size(), () -> new Collective(members.size()));
  }

  /** The number of the process in the group; -1 if it is not a member. */
  int member(int rank) {
    return members.number(rank);
  }

  Collective nextCollective(int member) {
    return collectives.next(member);
  }
}
