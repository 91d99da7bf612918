package fencepost.program.instrument;

import fencepost.program.flow.Dominators;
import fencepost.program.flow.Evolution;
import fencepost.program.flow.Expression;
import fencepost.program.flow.Loop;
import fencepost.program.flow.Loops;
import fencepost.program.flow.QuietFunctions;
import fencepost.program.flow.Recurrences;
import fencepost.program.flow.TripCount;
import fencepost.program.instrument.Range.Condition;
import fencepost.program.instrument.Range.Dimension;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Function;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds accesses that can be recorded before the loops around them: executed in every iteration, as
 * often as is known then, at addresses a fixed distance apart, and with nothing in the loop that
 * synchronises. Conditional accesses stay where they are: nothing is recorded that does not happen.
 */
final class RangeFinder {
  private final Dominators dominators;
  private final Loops loops;
  private final QuietFunctions quiet;
  private final QuietFunctions throwing;
  private final Map<Loop, Boolean> simple = new HashMap<>();
  private final Map<Loop, Boolean> unsynchronised = new HashMap<>();

  /**
   * @param quiet functions that come back
   * @param throwing the same, and those that may not
   */
  RangeFinder(Function function, QuietFunctions quiet, QuietFunctions throwing) {
    this.dominators = new Dominators(function);
    this.loops = new Loops(function, dominators);
    this.quiet = quiet;
    this.throwing = throwing;
  }

  /** What an access touches in the largest nest for which that is known; null if in none. */
  @Nullable Range find(Access access) {
    if (!dominators.reachable(access.block())) {
      return null;
    }
    Loop loop = loops.around(access.block());
    if (loop == null) {
      return null;
    }
    Range once = new Range(loop, new Expression.Known(access.address()), List.of(), List.of());
    Range found = null;
    Range next = extend(once, access.block(), loop);
    while (next != null) {
      found = next;
      Loop parent = found.nest().parent();
      Block preheader = found.nest().preheader();
      next = parent == null || preheader == null ? null : extend(found, preheader, parent);
    }
    return found;
  }

  /**
   * What an access can touch at most while a loop runs, whatever else it depends on; null if that
   * is not known before the loop. The range has no conditions.
   */
  @Nullable Range reach(Value address, Block block, Loop nest) {
    Range found = new Range(nest, new Expression.Known(address), List.of(), List.of());
    for (Loop loop = loops.around(block); loop != null; loop = loop.parent()) {
      found = reach(found, loop);
      if (found == null || loop == nest) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Range reach(Range inner, Loop loop) {
    Recurrences recurrences = new Recurrences(loop);
    Evolution start = recurrences.of(inner.start());
    List<Dimension> dimensions = unchanged(inner.dimensions(), loop, recurrences);
    if (start == null || dimensions == null) {
      return null;
    }
    if (!start.isConstant()) {
      TripCount count = TripCount.atMost(loop);
      if (count == null || dimensions.size() == Hooks.MOST_DIMENSIONS) {
        return null;
      }
      dimensions.add(new Dimension(count, start.step()));
    }
    return new Range(inner.nest(), start.start(), dimensions, List.of());
  }

  /**
   * The largest loop around an access in which nothing synchronises: a map of the watched memory
   * that it is in can be used until the end of the loop. Null if there is none, or if it is too
   * short for that.
   */
  @Nullable Loop mapped(Access access) {
    Loop found = null;
    if (dominators.reachable(access.block())) {
      for (Loop loop = loops.around(access.block());
          loop != null && isUnsynchronised(loop);
          loop = loop.parent()) {
        Block before = loop.preheader();
        found = before != null && before.terminator().opcode() == Opcode.BRANCH ? loop : found;
      }
    }
    return found == null || LoopVersions.isShort(found) ? null : found;
  }

  /** The loops of the function, inner ones first. */
  List<Loop> loops() {
    return loops.all();
  }

  /** What is touched in one more loop; null if that is not known. */
  private @Nullable Range extend(Range inner, Block place, Loop loop) {
    TripCount count = isSimple(loop) ? TripCount.of(loop) : null;
    List<Condition> conditions = count == null ? null : conditions(place, loop, inner);
    if (count == null || conditions == null) {
      return null;
    }
    Recurrences recurrences = new Recurrences(loop);
    Evolution start = recurrences.of(inner.start());
    List<Dimension> dimensions = unchanged(inner.dimensions(), loop, recurrences);
    if (start == null || dimensions == null) {
      return null;
    }
    if (!start.isConstant()) {
      if (dimensions.size() == Hooks.MOST_DIMENSIONS) {
        return null;
      }
      dimensions.add(new Dimension(count, start.step()));
    }
    return new Range(loop, start.start(), dimensions, conditions);
  }

  /** The inner dimensions in terms of what is known outside of the loop; null if they vary. */
  private static @Nullable List<Dimension> unchanged(
      List<Dimension> dimensions, Loop loop, Recurrences recurrences) {
    List<Dimension> result = new ArrayList<>();
    for (Dimension dimension : dimensions) {
      Evolution stride = recurrences.of(dimension.stride());
      Evolution first = recurrences.of(dimension.count().first());
      if (stride == null
          || first == null
          || !stride.isConstant()
          || !first.isConstant()
          || !loop.isInvariant(dimension.count().bound())) {
        return null;
      }
      TripCount count = dimension.count();
      result.add(
          new Dimension(
              new TripCount(
                  first.start(), count.step(), count.relation(), count.bound(), count.signed()),
              stride.start()));
    }
    return result;
  }

  /**
   * Under which conditions a place in a loop is reached in every iteration; null if that may change
   * from one to the next. The inner loop is often guarded by a condition of its own.
   */
  private @Nullable List<Condition> conditions(Block place, Loop loop, Range inner) {
    Block latch = loop.latch();
    List<Condition> conditions = new ArrayList<>(inner.conditions());
    if (latch == null || conditions.stream().anyMatch(c -> !loop.isInvariant(c.value()))) {
      return null;
    }
    if (dominators.dominates(place, latch)) {
      return conditions;
    }
    if (place.predecessors().size() != 1) {
      return null;
    }
    Block guard = place.predecessors().get(0);
    if (!loop.contains(guard)
        || !dominators.dominates(guard, latch)
        || guard.terminator().opcode() != Opcode.BRANCH
        || guard.successors().size() != 2) {
      return null;
    }
    Value condition = guard.terminator().operand(0);
    if (!loop.isInvariant(condition)) {
      return null;
    }
    conditions.add(new Condition(condition, guard.successors().get(0) == place));
    return conditions;
  }

  /** Whether nothing in a loop synchronises, and it ends only where its count says. */
  private boolean isSimple(Loop loop) {
    return simple.computeIfAbsent(loop, key -> isQuiet(key, quiet));
  }

  /** Whether nothing in a loop synchronises. */
  boolean isUnsynchronised(Loop loop) {
    return unsynchronised.computeIfAbsent(loop, key -> isQuiet(key, throwing));
  }

  private static boolean isQuiet(Loop loop, QuietFunctions quiet) {
    return loop.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .allMatch(quiet::isQuiet);
  }
}
