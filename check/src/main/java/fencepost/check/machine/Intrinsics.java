package fencepost.check.machine;

import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The functions that are LLVM's own. */
final class Intrinsics implements Library {
  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");

  /** Whether a call means nothing for what the program does. */
  static boolean isNothing(String name) {
    return name.matches(
        "llvm\\.(dbg|lifetime|assume|donothing|experimental\\.noalias|prefetch|invariant|"
            + "var\\.annotation|va_end).*");
  }

  @Override
  public @Nullable Routine routine(String name) {
    if (!name.startsWith("llvm.")) {
      return null;
    }
    String[] parts = name.substring(5).split("\\.", 2);
    return switch (parts[0]) {
      case "memcpy", "memmove" -> Intrinsics::copy;
      case "memset" -> Intrinsics::fill;
      case "va_start" -> Intrinsics::startUnnamed;
      case "va_copy" ->
          i -> i.memory().copy(i.argument(0), i.memory(), i.argument(1), ARM ? 32 : 24);
      case "returnaddress" -> i -> i.returns(i.site() + 1);
      case "frameaddress" -> i -> i.returns(0);
      case "stacksave" -> i -> i.returns(i.process().strand().freeStack());
      case "stackrestore" -> i -> i.process().cutStack(i.argument(0));
      case "threadlocal" -> i -> i.returns(i.process().threadLocal(i.argument(0)));
      case "expect", "launder", "strip" -> i -> i.returns(i.argument(0));
      case "is" -> i -> i.returns(0);
      case "objectsize" -> i -> i.returns(i.argument(1) != 0 ? 0 : -1);
      case "eh" -> i -> i.returns(Landing.selector(i.argument(0)));
      case "trap", "ubsantrap" ->
          i -> {
            throw Halt.fault("the program stops itself");
          };
      default -> number(parts[0], parts.length > 1 ? parts[1] : "");
    };
  }

  private static @Nullable Routine number(String name, String rest) {
    int bits = rest.matches(".*i\\d+") ? Integer.parseInt(rest.replaceAll(".*i", "")) : 64;
    return switch (name) {
      case "fabs" -> real(Math::abs);
      case "sqrt" -> real(Math::sqrt);
      case "floor" -> real(Math::floor);
      case "ceil" -> real(Math::ceil);
      case "trunc" -> real(x -> x < 0 ? Math.ceil(x) : Math.floor(x));
      case "rint", "nearbyint", "round", "roundeven" -> real(Math::rint);
      case "lround", "llround" ->
          i -> i.returns(Math.round(Math.abs(i.real(0))) * (long) Math.signum(i.real(0)));
      case "exp" -> real(Math::exp);
      case "log" -> real(Math::log);
      case "log10" -> real(Math::log10);
      case "sin" -> real(Math::sin);
      case "cos" -> real(Math::cos);
      case "pow" -> i -> i.returns(Math.pow(i.real(0), i.real(1)));
      case "powi" -> i -> i.returns(Math.pow(i.real(0), i.integer(1)));
      case "fma", "fmuladd" -> i -> i.returns(i.real(0) * i.real(1) + i.real(2));
      case "minnum" -> i -> i.returns(Math.min(i.real(0), i.real(1)));
      case "maxnum" -> i -> i.returns(Math.max(i.real(0), i.real(1)));
      case "copysign" -> i -> i.returns(Math.copySign(i.real(0), i.real(1)));
      case "abs" -> i -> i.returns(Math.abs(i.argument(0)));
      case "smax" -> i -> i.returns(Math.max(i.argument(0), i.argument(1)));
      case "smin" -> i -> i.returns(Math.min(i.argument(0), i.argument(1)));
      case "umax" ->
          i ->
              i.returns(
                  Long.compareUnsigned(i.argument(0), i.argument(1)) > 0
                      ? i.argument(0)
                      : i.argument(1));
      case "umin" ->
          i ->
              i.returns(
                  Long.compareUnsigned(i.argument(0), i.argument(1)) < 0
                      ? i.argument(0)
                      : i.argument(1));
      case "ctpop" -> i -> i.returns(Long.bitCount(Integers.unsigned(i.argument(0), bits)));
      case "ctlz" ->
          i ->
              i.returns(
                  Long.numberOfLeadingZeros(Integers.unsigned(i.argument(0), bits)) - 64 + bits);
      case "cttz" -> i -> i.returns(Math.min(bits, Long.numberOfTrailingZeros(i.argument(0))));
      case "bswap" -> i -> i.returns(Long.reverseBytes(i.argument(0)) >> (64 - bits));
      case "sadd", "uadd", "ssub", "usub", "smul", "umul" ->
          i -> withOverflow(name.charAt(0) == 's', name.substring(1), bits, i);
      default -> null;
    };
  }

  private static Routine real(DoubleUnaryOperator operator) {
    return i -> i.returns(operator.applyAsDouble(i.real(0)));
  }

  /** The result, and behind it whether it is wrong. */
  private static void withOverflow(boolean signed, String operation, int bits, Invocation i) {
    java.math.BigInteger a = wide(i.argument(0), signed, bits);
    java.math.BigInteger b = wide(i.argument(1), signed, bits);
    java.math.BigInteger exact =
        switch (operation) {
          case "add" -> a.add(b);
          case "sub" -> a.subtract(b);
          default -> a.multiply(b);
        };
    long result = Integers.signed(exact.longValue(), bits);
    long wrong = wide(result, signed, bits).equals(exact) ? 0 : 1;
    if (bits == 64) {
      i.returns(result, wrong);
    } else {
      i.returns(Integers.unsigned(result, bits) | wrong << bits, 0);
    }
  }

  private static java.math.BigInteger wide(long value, boolean signed, int bits) {
    java.math.BigInteger number = java.math.BigInteger.valueOf(value);
    return signed || value >= 0 ? number : number.add(java.math.BigInteger.ONE.shiftLeft(bits));
  }

  private static void copy(Invocation i) {
    MachineAccess.copy(i, i.argument(0), i.argument(1), i.argument(2));
  }

  private static void fill(Invocation i) {
    MachineAccess.stored(i, i.argument(0), i.argument(2));
    i.memory().fill(i.argument(0), (byte) i.argument(1), i.argument(2));
  }

  /** A list of unnamed arguments of which all are on the stack, as the target lays it out. */
  private static void startUnnamed(Invocation i) {
    MachineFrame frame = i.process().frame;
    if (frame == null) {
      return;
    }
    long list = i.argument(0);
    if (ARM) { // AAPCS64: stack, tops of the register areas, distances from them
      i.memory().store(list, 8, frame.unnamed);
      i.memory().store(list + 24, 8, 0);
    } else { // System V: distances in the register area, stack, register area
      i.memory().store(list, 4, 48);
      i.memory().store(list + 4, 4, 176);
      i.memory().store(list + 8, 8, frame.unnamed);
    }
  }

  /** Where the next argument of a list lies. */
  static long nextUnnamed(long list) {
    return ARM ? list : list + 8;
  }
}
