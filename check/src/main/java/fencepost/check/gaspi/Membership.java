package fencepost.check.gaspi;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A group as one of its members sees it. */
final class Membership {
  final Set<Integer> ranks = new TreeSet<>();
  private @Nullable CheckedGroup group;
  private String underWay = "";
  private int collective;

  /** Of a group that is there from the beginning. */
  static Membership of(CheckedGroup group) {
    Membership membership = new Membership();
    membership.ranks.addAll(group.members);
    membership.group = group;
    return membership;
  }

  /** The process begins to commit the group; it may do so in several attempts. */
  CheckedGroup join(GaspiWorld world, int rank) {
    if (group == null) {
      group = world.join(List.copyOf(ranks), rank);
    }
    return group;
  }

  boolean isJoined() {
    return group != null;
  }

  CheckedGroup committed() {
    if (group == null || !group.isCommitted()) {
      throw new Refused(GaspiOutcome.ERR_INV_GROUP);
    }
    return group;
  }

  /** Whether a collective timed out and is to be resumed. */
  boolean isUnderWay() {
    return !underWay.isEmpty();
  }

  /** Enters a collective, or goes on with the one that timed out; returns its number. */
  int enter(String procedure, int rank, byte[] data) {
    if (!isUnderWay()) {
      collective = committed().enter(rank, data);
      underWay = procedure;
    }
    Refused.unless(underWay.equals(procedure), GaspiOutcome.ERR_ACTIVE_COLL);
    return collective;
  }

  void leave() {
    underWay = "";
  }
}
