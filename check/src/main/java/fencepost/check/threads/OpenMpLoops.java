package fencepost.check.threads;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.threads.ThreadTeam.Member;
import fencepost.check.threads.ThreadTeam.SharedLoop;
import fencepost.program.llvm.SwitchHooks;
import java.util.ArrayList;
import java.util.List;

/** Loops whose iterations the threads of a team share. */
final class OpenMpLoops {
  /** Kinds of schedules, without the bits that say whether the order of chunks may change. */
  private static final int KIND = 0xff;

  private static final int STATIC_CHUNKED = 33;
  private static final int STATIC = 34;
  private static final int ORDERED_STATIC_CHUNKED = 65;
  private static final int ORDERED_STATIC = 66;

  /** A flag of the place of a loop. */
  private static final int OF_SECTIONS = 0x400;

  private final OpenMp openMp;

  OpenMpLoops(OpenMp openMp) {
    this.openMp = openMp;
  }

  void add() {
    for (String type : List.of("4", "4u", "8", "8u")) {
      int size = type.charAt(0) - '0';
      boolean signed = type.length() == 1;
      openMp.add(i -> share(i, size, signed), "__kmpc_for_static_init_" + type);
      openMp.add(i -> begin(i, size, signed), "__kmpc_dispatch_init_" + type);
      openMp.add(i -> next(i, size), "__kmpc_dispatch_next_" + type);
      openMp.add(this::endOfIteration, "__kmpc_dispatch_fini_" + type);
    }
    openMp.add(this::endShare, "__kmpc_for_static_fini");
    openMp.add(this::leadOn, SwitchHooks.HOOK);
    openMp.add(i -> {}, "__kmpc_dispatch_deinit");
    openMp.add(i -> openMp.strands.leaveOrdered(i, openMp.member(i)), "__kmpc_end_ordered");
    openMp.add(this::ordered, "__kmpc_ordered");
    openMp.add(this::beginDependent, "__kmpc_doacross_init");
    openMp.add(this::awaitIteration, "__kmpc_doacross_wait");
    openMp.add(i -> loop(i).posted.put(vector(i), openMp.strands.post(i)), "__kmpc_doacross_post");
    openMp.add(i -> {}, "__kmpc_doacross_fini");
  }

  private static long number(long value, int size, boolean signed) {
    return size == 8 ? value : signed ? (int) value : value & 0xffffffffL;
  }

  private static long trips(long lower, long upper, long step) {
    boolean none = step > 0 ? upper < lower : upper > lower;
    return none ? 0 : (upper - lower) / step + 1;
  }

  /** Each thread computes its part by itself (OpenMP 5.2, 11.5.3, schedule static). */
  private void share(Invocation i, int size, boolean signed) {
    Member member = openMp.member(i);
    long threads = member.team.size;
    long lower = number(i.memory().load(i.argument(4), size), size, signed);
    long upper = number(i.memory().load(i.argument(5), size), size, signed);
    long step = i.argument(7);
    long trips = trips(lower, upper, step);
    int kind = i.integer(2) & KIND;
    if (kind != STATIC && kind != STATIC_CHUNKED) {
      throw Halt.unmodelled(i.name() + " of kind " + kind);
    }
    long chunk =
        kind == STATIC
            ? (trips + threads - 1) / threads
            : Math.max(1, number(i.argument(8), size, signed));
    long first = member.number * chunk;
    boolean last = trips > 0 && member.number == (trips - 1) / Math.max(1, chunk) % threads;
    long end = kind == STATIC ? Math.min(trips, first + chunk) : first + chunk;
    i.memory().store(i.argument(3), 4, last ? 1 : 0);
    i.memory().store(i.argument(4), size, lower + Math.min(first, trips) * step);
    i.memory()
        .store(i.argument(5), size, lower + (Math.max(end, Math.min(first, trips)) - 1) * step);
    i.memory().store(i.argument(6), size, Math.max(1, chunk) * threads * step);
    boolean sections = (i.memory().load(i.argument(0) + 4, 4) & OF_SECTIONS) != 0;
    member.sections = sections ? upper + 1 : 0;
    member.firstSection = Math.min(first, trips);
    member.leadsOn = 0;
  }

  private void endShare(Invocation i) {
    Member member = openMp.member(i);
    if (member.sections != 0) {
      openMp.strands.endPieces(i, member);
    }
    member.sections = 0;
  }

  /** There was a switch: see capture/libomp.c. */
  private void leadOn(Invocation i) {
    Member member = openMp.member(i);
    if (member.leadsOn == 0
        && i.memory().load(i.argument(1), 8) <= member.sections
        && i.argument(0) == member.firstSection) {
      member.leadsOn = i.site();
    }
    if (member.sections != 0 && member.leadsOn == i.site()) {
      openMp.strands.nextPiece(i, member);
    }
  }

  // ---- given out while they go ----

  private SharedLoop loop(Invocation i) {
    SharedLoop loop = openMp.member(i).loop;
    if (loop == null) {
      throw Halt.unmodelled(i.name() + " outside of a loop");
    }
    return loop;
  }

  private void enter(Invocation i, SharedLoop like) {
    Member member = openMp.member(i);
    member.loop = member.team.loops.computeIfAbsent(member.loops++, key -> like);
  }

  private void begin(Invocation i, int size, boolean signed) {
    int kind = i.integer(2) & KIND;
    long lower = number(i.argument(3), size, signed);
    long upper = number(i.argument(4), size, signed);
    long step = number(i.argument(5), size, true);
    long trips = trips(lower, upper, step);
    int threads = openMp.member(i).team.size;
    boolean whole = kind == STATIC || kind == ORDERED_STATIC;
    boolean fixed = whole || kind == STATIC_CHUNKED || kind == ORDERED_STATIC_CHUNKED;
    long chunk = whole ? (trips + threads - 1) / threads : number(i.argument(6), size, signed);
    enter(i, new SharedLoop(lower, step, trips, Math.max(1, chunk), fixed, threads));
  }

  private void next(Invocation i, int size) {
    Member member = openMp.member(i);
    SharedLoop loop = loop(i);
    long first = loop.take(member.number);
    if (first >= loop.count) {
      openMp.strands.endPieces(i, member);
      i.returns(0);
      return;
    }
    if (!loop.fixed) {
      openMp.strands.nextPiece(i, member);
    }
    long end = Math.min(loop.count, first + loop.chunk);
    member.iteration = first;
    if (i.argument(2) != 0) {
      i.memory().store(i.argument(2), 4, end == loop.count ? 1 : 0);
    }
    i.memory().store(i.argument(3), size, loop.lower + first * loop.step);
    i.memory().store(i.argument(4), size, loop.lower + (end - 1) * loop.step);
    if (i.argument(5) != 0) {
      i.memory().store(i.argument(5), size, loop.step);
    }
    i.returns(1);
  }

  // ---- in the order of the iterations ----

  private void ordered(Invocation i) {
    SharedLoop loop = loop(i);
    Member member = openMp.member(i);
    long own = member.iteration;
    i.waitFor(() -> loop.ordered == own, () -> openMp.strands.enterOrdered(i, member));
  }

  private void endOfIteration(Invocation i) {
    SharedLoop loop = loop(i);
    Member member = openMp.member(i);
    long own = member.iteration++;
    i.waitFor(() -> loop.ordered == own, () -> loop.ordered++);
  }

  private void beginDependent(Invocation i) {
    Member member = openMp.member(i);
    List<long[]> bounds = new ArrayList<>();
    for (int n = 0; n < i.integer(2); n++) {
      long at = i.argument(3) + 24L * n;
      bounds.add(new long[] {i.memory().load(at, 8), i.memory().load(at + 8, 8)});
    }
    member.bounds = bounds;
    enter(i, new SharedLoop(0, 1, 0, 1, false, member.team.size));
  }

  private List<Long> vector(Invocation i) {
    List<Long> vector = new ArrayList<>();
    for (int n = 0; n < openMp.member(i).bounds.size(); n++) {
      vector.add(i.memory().load(i.argument(2) + 8L * n, 8));
    }
    return vector;
  }

  /** Nobody waits for an iteration that the loop does not have. */
  private void awaitIteration(Invocation i) {
    SharedLoop loop = loop(i);
    List<Long> awaited = vector(i);
    List<long[]> bounds = openMp.member(i).bounds;
    for (int n = 0; n < bounds.size(); n++) {
      long low = Math.min(bounds.get(n)[0], bounds.get(n)[1]);
      long high = Math.max(bounds.get(n)[0], bounds.get(n)[1]);
      if (awaited.get(n) < low || awaited.get(n) > high) {
        return;
      }
    }
    i.waitFor(
        () -> loop.posted.containsKey(awaited),
        () -> openMp.strands.await(i, loop.posted.getOrDefault(awaited, 0L)));
  }
}
