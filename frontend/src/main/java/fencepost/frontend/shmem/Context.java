package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.model.Delivery;
import fencepost.model.Operation.Completion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A communication context of one process (OpenSHMEM 1.5, 9.5): what is under way in it, by target
 * and by the fences in between.
 */
final class Context {
  final Team team;
  final long teamHandle;
  private final String quiet;
  private final Map<Integer, Channel> channels = new HashMap<>();
  private Parcel fetches = new Parcel();
  private final List<Update> updates = new ArrayList<>();
  private final List<Update> completing = new ArrayList<>();
  private long epoch = 1;

  /** What was sent to one target since the last quiet: a parcel for each fence. */
  private static final class Channel {
    final List<Parcel> parcels = new ArrayList<>();
    long newest;
  }

  Context(Team team, long teamHandle, boolean isDefault) {
    this.team = team;
    this.teamHandle = teamHandle;
    this.quiet = isDefault ? "shmem_quiet" : "shmem_ctx_quiet on its context";
  }

  /** How operations are completed that may not be touched before. */
  Completion nonblocking() {
    return new Completion(quiet, quiet);
  }

  /** The same for those whose buffers are free at once. */
  Completion blocking() {
    return new Completion("the return of the call", quiet);
  }

  void fence() {
    epoch++;
  }

  /** The place of what is sent to the target now. */
  Delivery delivery(int target) {
    return new Delivery(channel(target), epoch);
  }

  /** Where to put what is sent to the target now. */
  Parcel parcel(int target) {
    Channel channel = channel(target);
    if (channel.newest != epoch || channel.parcels.isEmpty()) {
      channel.parcels.add(new Parcel());
      channel.newest = epoch;
    }
    return channel.parcels.get(channel.parcels.size() - 1);
  }

  /** What is delivered to the target before what is sent now, because there was a fence. */
  List<Provenance.Arrival> deliveredBefore(int target) {
    Channel channel = channel(target);
    int present = channel.newest == epoch && !channel.parcels.isEmpty() ? 1 : 0;
    return List.copyOf(channel.parcels.subList(0, channel.parcels.size() - present));
  }

  /** Where to put what fences have no influence on. */
  Parcel fetches() {
    return fetches;
  }

  void add(Update update) {
    updates.add(update);
  }

  /** Everything is complete, at this moment of the strand. */
  void complete(Strand strand, Execution execution) {
    fetches.completeFor(strand, execution);
    fetches = new Parcel();
    for (Channel channel : channels.values()) {
      channel.parcels.forEach(parcel -> parcel.completeFor(strand, execution));
      channel.parcels.clear();
    }
    completing.addAll(updates);
    updates.clear();
  }

  /** The call that completed everything has returned at the time. */
  void completedAt(long time) {
    completing.forEach(update -> update.completedAt(time));
    completing.clear();
  }

  private Channel channel(int target) {
    return channels.computeIfAbsent(target, key -> new Channel());
  }
}
