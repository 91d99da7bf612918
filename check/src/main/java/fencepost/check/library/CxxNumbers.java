package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How streams of C++ write numbers, by the flags of the stream (C++17, 25.4.2.2.2). */
final class CxxNumbers {
  private static final int BOOLALPHA = 1;
  private static final int FIXED = 4;
  private static final int HEXADECIMAL = 8;
  private static final int INTERNAL = 16;
  private static final int LEFT = 32;
  private static final int OCTAL = 64;
  private static final int SCIENTIFIC = 256;
  private static final int SHOW_BASE = 512;
  private static final int SHOW_PLUS = 2048;
  private static final int UPPER_CASE = 16384;

  private CxxNumbers() {}

  /** The second argument, of a type that has this name in the names of functions. */
  static String written(Invocation i, String type, long base) {
    int flags = CxxStreams.flags(i.memory(), base);
    String text =
        switch (type) {
          case "f", "d", "e" -> real(i.real(1), flags, CxxStreams.precision(i.memory(), base));
          case "b" -> truth((i.argument(1) & 1) != 0, flags);
          case "PKv" -> "0x" + Long.toHexString(i.argument(1));
          default -> whole(i.argument(1), type, flags);
        };
    boolean upper = (flags & UPPER_CASE) != 0;
    return padded(i.memory(), base, upper ? text.toUpperCase(Locale.ROOT) : text);
  }

  private static String truth(boolean value, int flags) {
    return (flags & BOOLALPHA) != 0 ? Boolean.toString(value) : value ? "1" : "0";
  }

  private static String whole(long value, String type, int flags) {
    int bits = "st".contains(type) ? 16 : "ij".contains(type) ? 32 : 64;
    long unsigned = bits == 64 ? value : value & ((1L << bits) - 1);
    boolean showsBase = (flags & SHOW_BASE) != 0 && value != 0;
    if ((flags & HEXADECIMAL) != 0) {
      return (showsBase ? "0x" : "") + Long.toHexString(unsigned);
    } else if ((flags & OCTAL) != 0) {
      return (showsBase ? "0" : "") + Long.toOctalString(unsigned);
    } else if ("tjmy".contains(type)) {
      return Long.toUnsignedString(unsigned);
    }
    return ((flags & SHOW_PLUS) != 0 && value >= 0 ? "+" : "") + value;
  }

  private static String real(double value, int flags, int precision) {
    char kind = (flags & FIXED) != 0 ? 'f' : (flags & SCIENTIFIC) != 0 ? 'e' : 'g';
    String plus = (flags & SHOW_PLUS) != 0 && value >= 0 ? "+" : "";
    return plus + Format.real(kind, precision, value);
  }

  /** Filled up to the width of the stream, which then is 0 again. */
  static String padded(MachineMemory memory, long base, String text) {
    String filling = CxxStreams.takeFilling(memory, base, text.length());
    int flags = CxxStreams.flags(memory, base);
    int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if ((flags & LEFT) != 0) {
      return text + filling;
    } else if ((flags & INTERNAL) != 0) {
      return text.substring(0, sign) + filling + text.substring(sign);
    }
    return filling + text;
  }

  static String characters(Invocation i, long at, long count) {
    return new String(i.memory().bytes(at, count), StandardCharsets.ISO_8859_1);
  }
}
