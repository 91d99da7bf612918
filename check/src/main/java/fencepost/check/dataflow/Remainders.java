package fencepost.check.dataflow;

import java.util.List;
import java.util.Map;

/** Slots that are used in turn: {@code i % 2} is another one than {@code (i + 1) % 2}. */
final class Remainders {
  private Remainders() {}

  /** Whether a distance is a multiple of the difference of two different remainders. */
  static boolean differ(Sum distance) {
    if (distance.terms().size() != 2) {
      return false;
    }
    List<Map.Entry<Symbol, Long>> terms = List.copyOf(distance.terms().entrySet());
    return terms.get(0).getValue() + terms.get(1).getValue() == 0
        && terms.get(0).getKey() instanceof Symbol.Computed a
        && terms.get(1).getKey() instanceof Symbol.Computed b
        && a.how().equals(b.how())
        && isRemainder(a)
        && isRemainder(b)
        && a.of().get(1).equals(b.of().get(1))
        && notCongruent(a.of().get(0).minus(b.of().get(0)), a.of().get(1).constant());
  }

  private static boolean isRemainder(Symbol.Computed computed) {
    return Operators.isRemainder(computed.how())
        && computed.of().size() == 2
        && computed.of().get(1).isConstant();
  }

  private static boolean notCongruent(Sum difference, long modulus) {
    return difference.isConstant()
        && modulus != 0
        && Math.floorMod(difference.constant(), Math.abs(modulus)) != 0;
  }
}
