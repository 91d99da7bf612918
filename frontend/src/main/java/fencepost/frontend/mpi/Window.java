package fencepost.frontend.mpi;

import fencepost.engine.Grant;
import fencepost.engine.Strand;
import fencepost.frontend.program.Bell;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.Sequence;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A window as all its members know it (MPI 4.1, 12.2). */
final class Window {
  private static final int POST = 0;
  private static final int START = 1;

  final Communicator communicator;
  private final @Nullable Exposure[] exposures;
  private int exposed;
  private final Int2ObjectOpenHashMap<LockQueue> locks = new Int2ObjectOpenHashMap<>();
  private final Sequence<Fence> fences;
  private final Map<Pair, Sequence<Handshake>> handshakes = new HashMap<>();

  /** The memory that one member has exposed. */
  record Exposure(long base, long size, int displacementUnit, int site, String call) {
    long address(long displacement) {
      return base + displacement * displacementUnit;
    }

    boolean holds(long from, long to) {
      return from >= base && to <= base + size;
    }
  }

  /**
   * One fence of all members: who has arrived, everybody's entry, and the leave it gives to access
   * that member's memory.
   */
  static final class Fence {
    final Collective entries;

    /** Rings when the last one has arrived. */
    final Bell arrival = new Bell();

    private final int members;
    private final Int2ObjectOpenHashMap<Grant> grants = new Int2ObjectOpenHashMap<>(0);
    private final List<Arrival> arrivals = new ArrayList<>();

    /** Those that it completes, by their target: they are over when the target leaves. */
    private final Int2ObjectOpenHashMap<OpenUpdates> updates = new Int2ObjectOpenHashMap<>(0);

    private record Arrival(int member, Strand strand, WindowAccess access) {}

    /** Told of a member in the fence. */
    interface Visitor {
      void visit(int member, Strand strand, WindowAccess access);
    }

    Fence(int size) {
      entries = new Collective(size);
      members = size;
    }

    /** The leave to access a member's memory. */
    Grant grant(int member) {
      return grants.computeIfAbsent(member, key -> new Grant());
    }

    void arrive(int member, Strand strand, WindowAccess access) {
      arrivals.add(new Arrival(member, strand, access));
    }

    /** It completes what was done to a target. */
    void takeFrom(WindowAccess.Target target) {
      if (!target.updates.isEmpty()) {
        updates.computeIfAbsent(target.rank, key -> new OpenUpdates()).takeFrom(target.updates);
      }
    }

    /** A member leaves it. */
    void leave(int member, long time) {
      OpenUpdates complete = updates.remove(member);
      if (complete != null) {
        complete.completedAt(time);
      }
    }

    boolean everyoneArrived() {
      return arrivals.size() == members;
    }

    void forEachArrived(Visitor visitor) {
      arrivals.forEach(a -> visitor.visit(a.member, a.strand, a.access));
    }
  }

  private record Pair(int target, int origin) {}

  Window(Communicator communicator) {
    this.communicator = communicator;
    int size = communicator.size();
    fences = new Sequence<>(size, () -> new Fence(size));
    exposures = new Exposure[size];
  }

  void expose(int member, Exposure exposure) {
    exposed += exposures[member] == null ? 1 : 0;
    exposures[member] = exposure;
  }

  /** Whether it is known what each member has exposed. */
  boolean isExposed() {
    return exposed == exposures.length;
  }

  Exposure exposure(int member) {
    if (member < 0 || member >= exposures.length) {
      throw new ErroneousCallException("it names a rank that the window does not have");
    }
    return ErroneousCallException.require(exposures[member], "it is used before it is made");
  }

  LockQueue locks(int target) {
    return locks.computeIfAbsent(target, key -> new LockQueue());
  }

  /** The fence that the member enters now. */
  Fence nextFence(int member) {
    return fences.next(member);
  }

  /** The handshake that the target's next post belongs to. */
  Handshake nextPost(int target, int origin) {
    return handshakes(target, origin).next(POST);
  }

  /** The handshake that the origin's next start belongs to. */
  Handshake nextStart(int target, int origin) {
    return handshakes(target, origin).next(START);
  }

  private Sequence<Handshake> handshakes(int target, int origin) {
    return handshakes.computeIfAbsent(
        new Pair(target, origin), key -> new Sequence<>(2, Handshake::new));
  }
}
