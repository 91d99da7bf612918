package fencepost.check.library;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * {@code <math.h>} and the numbers of {@code <stdlib.h>}; random numbers are the same each time.
 */
final class NumberFunctions {
  private static final Map<String, DoubleUnaryOperator> UNARY =
      Map.ofEntries(
          Map.entry("sqrt", Math::sqrt),
          Map.entry("fabs", Math::abs),
          Map.entry("exp", Math::exp),
          Map.entry("log", Math::log),
          Map.entry("log2", x -> Math.log(x) / Math.log(2)),
          Map.entry("log10", Math::log10),
          Map.entry("sin", Math::sin),
          Map.entry("cos", Math::cos),
          Map.entry("tan", Math::tan),
          Map.entry("asin", Math::asin),
          Map.entry("acos", Math::acos),
          Map.entry("atan", Math::atan),
          Map.entry("sinh", Math::sinh),
          Map.entry("cosh", Math::cosh),
          Map.entry("tanh", Math::tanh),
          Map.entry("cbrt", Math::cbrt),
          Map.entry("ceil", Math::ceil),
          Map.entry("floor", Math::floor),
          Map.entry("round", x -> Math.copySign(Math.floor(Math.abs(x) + 0.5), x)),
          Map.entry("rint", Math::rint),
          Map.entry("trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x)));
  private static final Map<String, DoubleBinaryOperator> BINARY =
      Map.of(
          "pow", Math::pow,
          "fmod", (x, y) -> x % y,
          "atan2", Math::atan2,
          "hypot", Math::hypot,
          "fmin", Math::min,
          "fmax", Math::max,
          "copysign", Math::copySign);

  private NumberFunctions() {}

  static void addTo(CLibrary library) {
    UNARY.forEach(
        (name, f) ->
            library.add(
                List.of(name, name + "f", name + "l"), i -> i.returns(f.applyAsDouble(i.real(0)))));
    BINARY.forEach(
        (name, f) ->
            library.add(
                List.of(name, name + "f", name + "l"),
                i -> i.returns(f.applyAsDouble(i.real(0), i.real(1)))));
    library.add(List.of("lround", "llround"), i -> i.returns(Math.round(i.real(0))));
    library.add(List.of("abs", "labs", "llabs"), i -> i.returns(Math.abs(i.argument(0))));
    Random random = new Random();
    library.add(List.of("rand", "random", "lrand48"), i -> i.returns(random.next(31)));
    library.add("rand_r", i -> i.returns(random.next(31)));
    library.add("drand48", i -> i.returns(random.next(31) / 2147483648.0));
    library.add(List.of("srand", "srandom", "srand48"), i -> random.seed(i.argument(0)));
  }

  /** A linear congruential generator, as POSIX suggests. */
  private static final class Random {
    private long state = 1;

    void seed(long seed) {
      state = seed;
    }

    long next(int bits) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      return state >>> (64 - bits);
    }
  }
}
