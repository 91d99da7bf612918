package fencepost.check.gaspi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A group, shared by its members: which of them have come to which collective, and with what. */
final class CheckedGroup {
  final List<Integer> members;
  private final Map<Integer, Arrival> arrivals = new HashMap<>();

  /** Nobody is more than one collective ahead of the others, so two places for data suffice. */
  private static final class Arrival {
    private int count;
    private final byte[][] brought = new byte[2][0];
  }

  CheckedGroup(List<Integer> members) {
    this.members = members;
  }

  /** A member commits the group; false if it has done so already. */
  boolean join(int rank) {
    return arrivals.putIfAbsent(rank, new Arrival()) == null;
  }

  boolean isCommitted() {
    return arrivals.size() == members.size();
  }

  /** A member enters its next collective with some data; returns the number of the collective. */
  int enter(int rank, byte[] data) {
    Arrival arrival = arrival(rank);
    arrival.count++;
    arrival.brought[arrival.count % 2] = data;
    return arrival.count;
  }

  boolean haveAllEntered(int collective) {
    return members.stream().allMatch(member -> arrival(member).count >= collective);
  }

  byte[] broughtBy(int rank, int collective) {
    return arrival(rank).brought[collective % 2];
  }

  private Arrival arrival(int rank) {
    return Objects.requireNonNull(arrivals.get(rank));
  }
}
