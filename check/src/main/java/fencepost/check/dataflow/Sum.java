package fencepost.check.dataflow;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A number plus multiples of symbols; multiples are never zero. */
final class Sum {
  static final Sum ZERO = of(0);

  private final long constant;
  private final Map<Symbol, Long> terms;

  /** Sums are looked up all the time. */
  private final int hash;

  private Sum(long constant, Map<Symbol, Long> terms) {
    this.constant = constant;
    this.terms = terms;
    this.hash = 31 * terms.hashCode() + Long.hashCode(constant);
  }

  long constant() {
    return constant;
  }

  Map<Symbol, Long> terms() {
    return terms;
  }

  static Sum of(long constant) {
    return new Sum(constant, Map.of());
  }

  static Sum of(Symbol symbol) {
    return new Sum(0, Map.of(symbol, 1L));
  }

  Sum plus(long number) {
    return new Sum(constant + number, terms);
  }

  Sum plus(Sum other) {
    if (other.terms.isEmpty()) {
      return plus(other.constant);
    }
    Map<Symbol, Long> sum = new HashMap<>(terms);
    other.terms.forEach((symbol, factor) -> sum.merge(symbol, factor, Sum::added));
    return new Sum(constant + other.constant, Map.copyOf(sum));
  }

  /** Null, which removes the term, if nothing is left of it. */
  @SuppressWarnings("NullAway") // Map.merge wants it so
  private static Long added(long a, long b) {
    return a + b == 0 ? null : a + b;
  }

  Sum minus(Sum other) {
    return plus(other.times(-1));
  }

  Sum times(long factor) {
    if (factor == 0) {
      return ZERO;
    }
    return new Sum(
        constant * factor,
        terms.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue() * factor)));
  }

  boolean isConstant() {
    return terms.isEmpty();
  }

  boolean isConstant(long number) {
    return terms.isEmpty() && constant == number;
  }

  boolean isSettled() {
    return terms.keySet().stream().allMatch(Symbol::isSettled);
  }

  /** The same without the number. */
  Sum variable() {
    return new Sum(0, terms);
  }

  /** The symbols that say which memory an address is in. */
  Set<Symbol> bases() {
    return terms.entrySet().stream()
        .filter(e -> e.getValue() == 1 && e.getKey().isAddress())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Whether a symbol in it, or one that it is computed of, is such a one. */
  boolean mentions(Predicate<Symbol> wanted) {
    return terms.keySet().stream().anyMatch(symbol -> mentions(symbol, wanted));
  }

  private static boolean mentions(Symbol symbol, Predicate<Symbol> wanted) {
    if (wanted.test(symbol)) {
      return true;
    } else if (symbol instanceof Symbol.Loaded loaded) {
      return loaded.address().mentions(wanted);
    } else if (symbol instanceof Symbol.Computed computed) {
      return computed.of().stream().anyMatch(part -> part.mentions(wanted));
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Sum sum
            && hash == sum.hash
            && constant == sum.constant
            && terms.equals(sum.terms));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return terms.isEmpty() ? Long.toString(constant) : terms + "+" + constant;
  }
}
