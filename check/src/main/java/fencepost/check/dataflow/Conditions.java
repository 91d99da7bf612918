package fencepost.check.dataflow;

import fencepost.program.ir.Comparison.Relation;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold on the way that was taken; contradictions show that there is no such way. */
record Conditions(Map<Sum, Range> ranges) {
  static final Conditions NONE = new Conditions(Map.of());

  private static final long INFINITE = Long.MAX_VALUE / 4;

  /** The numbers from the least to the most, without some. */
  record Range(long least, long most, Set<Long> without) {
    static final Range ALL = new Range(-INFINITE, INFINITE, Set.of());

    static Range of(long number) {
      return new Range(number, number, Set.of());
    }

    private @Nullable Range and(Range other) {
      long low = Math.max(least, other.least);
      long high = Math.min(most, other.most);
      Set<Long> gaps = new HashSet<>(without);
      gaps.addAll(other.without);
      while (low <= high && gaps.contains(low)) {
        low++;
      }
      while (low <= high && gaps.contains(high)) {
        high--;
      }
      return low > high ? null : new Range(low, high, Set.copyOf(gaps));
    }

    private Range plus(Range other) {
      return new Range(bounded(least + other.least), bounded(most + other.most), Set.of());
    }

    private Range times(long factor) {
      long a = product(least, factor);
      long b = product(most, factor);
      return new Range(Math.min(a, b), Math.max(a, b), Set.of());
    }

    private static long product(long number, long factor) {
      return Math.abs(number) >= INFINITE
          ? INFINITE * Long.signum(number) * Long.signum(factor)
          : bounded(number * factor);
    }

    private static long bounded(long number) {
      return Math.max(-INFINITE, Math.min(INFINITE, number));
    }

    boolean contains(long number) {
      return least <= number && number <= most && !without.contains(number);
    }

    /** The same without the opposites of the gaps of another. */
    private Range withGaps(Range other) {
      Set<Long> gaps = new HashSet<>();
      other.without.forEach(gap -> gaps.add(-gap));
      return new Range(least, most, gaps);
    }
  }

  /** Adds that a sum stands in a relation to 0; null if that cannot be. */
  @Nullable Conditions and(Sum difference, Relation relation) {
    Range wanted =
        switch (relation) {
          case EQUAL -> Range.of(0);
          case UNEQUAL -> new Range(-INFINITE, INFINITE, Set.of(0L));
          case S_LESS, U_LESS -> new Range(-INFINITE, -1, Set.of());
          case S_AT_MOST, U_AT_MOST -> new Range(-INFINITE, 0, Set.of());
          case S_GREATER, U_GREATER -> new Range(1, INFINITE, Set.of());
          case S_AT_LEAST, U_AT_LEAST -> new Range(0, INFINITE, Set.of());
          case OTHER -> Range.ALL;
        };
    Range now = range(difference).and(wanted);
    if (now == null) {
      return null;
    } else if (difference.isConstant() || relation == Relation.OTHER) {
      return this;
    }
    Map<Sum, Range> more = new HashMap<>(ranges);
    Sum key = difference.variable();
    Range shifted = shifted(wanted, -difference.constant());
    Sum opposite = key.times(-1);
    if (ranges.containsKey(opposite)) {
      key = opposite;
      shifted = shifted.times(-1).withGaps(shifted);
    }
    Range both = ranges.getOrDefault(key, Range.ALL).and(shifted);
    if (both == null) {
      return null;
    }
    more.put(key, both);
    return new Conditions(Map.copyOf(more));
  }

  private static Range shifted(Range range, long distance) {
    Set<Long> gaps = new HashSet<>();
    range.without.forEach(gap -> gaps.add(gap + distance));
    return new Range(
        range.least <= -INFINITE ? -INFINITE : range.least + distance,
        range.most >= INFINITE ? INFINITE : range.most + distance,
        gaps);
  }

  /** What a sum may be. */
  Range range(Sum sum) {
    if (sum.isConstant()) {
      return Range.of(sum.constant());
    }
    Sum variable = sum.variable();
    Range all = narrowed(known(variable), parts(variable));
    for (Map.Entry<Sum, Range> known : ranges.entrySet()) {
      Sum other = known.getKey();
      if (!Collections.disjoint(other.terms().keySet(), variable.terms().keySet())) {
        Range range = known.getValue();
        all = narrowed(all, range.plus(parts(variable.minus(other))));
        all = narrowed(all, range.times(-1).plus(parts(variable.plus(other))));
      }
    }
    return shifted(all, sum.constant());
  }

  private static Range narrowed(Range a, Range b) {
    Range both = a.and(b);
    return both == null ? a : both;
  }

  /** What a sum may be, from what its symbols may be. */
  private Range parts(Sum sum) {
    Range parts = Range.of(0);
    for (Map.Entry<Symbol, Long> term : sum.terms().entrySet()) {
      parts = parts.plus(ofSymbol(term.getKey()).times(term.getValue()));
    }
    return parts;
  }

  private Range known(Sum variable) {
    Range range = ranges.get(variable);
    if (range != null) {
      return range;
    }
    Range opposite = ranges.get(variable.times(-1));
    return opposite == null ? Range.ALL : opposite.times(-1).withGaps(opposite);
  }

  private Range ofSymbol(Symbol symbol) {
    Range range = known(Sum.of(symbol));
    if (symbol instanceof Symbol.Iteration iteration) {
      return narrowed(range, new Range(iteration.least(), INFINITE, Set.of()));
    } else if (symbol instanceof Symbol.Computed computed
        && LibraryConstants.isSize(computed.how())) {
      return narrowed(range, new Range(1, INFINITE, Set.of()));
    }
    return range;
  }

  /** A sum with the numbers put in that are known. */
  Sum resolved(Sum sum) {
    Range range = range(sum);
    return range.least() == range.most() ? Sum.of(range.least()) : sum;
  }
}
