package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.model.Delivery;
import fencepost.model.Effect;
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
  private final List<Parcel> fetches = new ArrayList<>();
  private final List<Update> updates = new ArrayList<>();
  private final List<Update> completing = new ArrayList<>();
  private long epoch = 1;

  /** The way to one target. */
  private static final class Channel {
    Sent sent = new Sent();
    long newest;
  }

  /** What was sent to one target since a quiet: a parcel for each fence and strand, at least. */
  private static final class Sent {
    final List<Parcel> parcels = new ArrayList<>();

    /** How many of the parcels an observer knows to have arrived, by its strand. */
    final Map<Integer, Integer> arrived = new HashMap<>();

    /** How many of them were sent before the last fence. */
    int closed;
  }

  /** The first parcels of those that were sent: a fence was between them and what tells of them. */
  private record Delivered(Sent sent, int count) implements Provenance.Arrival {
    @Override
    public List<Effect> effects() {
      List<Effect> effects = new ArrayList<>();
      sent.parcels.subList(0, count).forEach(parcel -> effects.addAll(parcel.effects()));
      return effects;
    }

    /** What the observer has been told before it need not be told again. */
    @Override
    public void completeFor(Strand observer, Execution execution) {
      int known = sent.arrived.getOrDefault(observer.id, 0);
      for (int i = known; i < count; i++) {
        sent.parcels.get(i).completeFor(observer, execution);
      }
      sent.arrived.put(observer.id, Math.max(known, count));
    }
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
  Parcel parcel(int target, Strand strand) {
    Channel channel = channel(target);
    if (channel.newest != epoch) {
      channel.sent.closed = channel.sent.parcels.size();
      channel.newest = epoch;
    }
    return last(channel.sent.parcels, channel.sent.closed, strand);
  }

  /** The last parcel, if it is not closed and the strand's, else a new one. */
  private static Parcel last(List<Parcel> parcels, int closed, Strand strand) {
    int count = parcels.size();
    if (count == closed || !parcels.get(count - 1).isOf(strand)) {
      parcels.add(new Parcel(strand));
    }
    return parcels.get(parcels.size() - 1);
  }

  /** What is delivered to the target before what is sent now, because there was a fence. */
  List<Provenance.Arrival> deliveredBefore(int target) {
    Channel channel = channel(target);
    int closed = channel.newest == epoch ? channel.sent.closed : channel.sent.parcels.size();
    return closed == 0 ? List.of() : List.of(new Delivered(channel.sent, closed));
  }

  /** Where to put what fences have no influence on. */
  Parcel fetches(Strand strand) {
    return last(fetches, 0, strand);
  }

  void add(Update update) {
    updates.add(update);
  }

  /** Everything that was issued before this moment of the strand is complete. */
  void complete(Strand strand, Execution execution) {
    fetches.removeIf(parcel -> parcel.complete(strand, execution));
    for (Channel channel : channels.values()) {
      Sent open = new Sent();
      for (Parcel parcel : channel.sent.parcels) {
        if (!parcel.complete(strand, execution)) {
          open.parcels.add(parcel); // of another strand, which goes on unaware of this moment
        }
      }
      channel.sent = open;
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
