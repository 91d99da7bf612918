package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formatted output: what {@code printf} would have written. */
final class Format {
  private static final Pattern CONVERSION =
      Pattern.compile("%([-+ #0]*)(\\*|\\d+)?(?:\\.(\\*|\\d*))?(hh|h|ll|l|L|z|j|t)?([a-zA-Z%])");

  private static final int USUAL_PRECISION = 6;

  /** Where the arguments come from. */
  private interface Arguments {
    long next();

    double nextReal();
  }

  private Format() {}

  /** With the arguments of the call from an index on. */
  static String of(Invocation i, String format, int first) {
    return of(
        i,
        format,
        new Arguments() {
          private int at = first;

          @Override
          public long next() {
            return at < i.count() ? i.argument(at++) : 0;
          }

          @Override
          public double nextReal() {
            return at < i.count() ? i.real(at++) : 0;
          }
        });
  }

  /** With the arguments of a {@code va_list}. */
  static String ofList(Invocation i, String format, long list) {
    return of(
        i,
        format,
        new Arguments() {
          @Override
          public long next() {
            return MachineAccess.nextArgument(i, list);
          }

          @Override
          public double nextReal() {
            return Double.longBitsToDouble(next());
          }
        });
  }

  private static String of(Invocation i, String format, Arguments arguments) {
    StringBuilder text = new StringBuilder();
    Matcher matcher = CONVERSION.matcher(format);
    int end = 0;
    while (matcher.find(end)) {
      text.append(format, end, matcher.start());
      text.append(convert(i, matcher, arguments));
      end = matcher.end();
    }
    return text.append(format.substring(end)).toString();
  }

  private static String convert(Invocation i, Matcher m, Arguments arguments) {
    char kind = m.group(5).charAt(0);
    if (kind == '%') {
      return "%";
    }
    String width = star(m.group(2), arguments);
    String precision = star(m.group(3), arguments);
    boolean wide = m.group(4) != null && "lllzjt".contains(m.group(4));
    String body =
        switch (kind) {
          case 'd', 'i' -> Long.toString(whole(arguments.next(), wide));
          case 'u' -> Long.toUnsignedString(unsigned(arguments.next(), wide));
          case 'x' -> Long.toHexString(unsigned(arguments.next(), wide));
          case 'X' -> Long.toHexString(unsigned(arguments.next(), wide)).toUpperCase(Locale.ROOT);
          case 'o' -> Long.toOctalString(unsigned(arguments.next(), wide));
          case 'p' -> "0x" + Long.toHexString(arguments.next());
          case 'c' -> String.valueOf((char) (arguments.next() & 0xff));
          case 's' -> text(i, arguments.next(), precision);
          case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> real(kind, precision, arguments);
          default -> "";
        };
    return padded(body, width, m.group(1));
  }

  private static String star(@Nullable String given, Arguments arguments) {
    return given == null
        ? ""
        : given.equals("*") ? Integer.toString((int) arguments.next()) : given;
  }

  private static long whole(long value, boolean wide) {
    return wide ? value : (int) value;
  }

  private static long unsigned(long value, boolean wide) {
    return wide ? value : value & 0xffffffffL;
  }

  private static String text(Invocation i, long address, String precision) {
    String text = address == 0 ? "(null)" : i.memory().text(address);
    int most = precision.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(precision);
    if (address != 0) {
      MachineAccess.loaded(i, address, Math.min(text.length() + 1L, most));
    }
    return text.substring(0, Math.min(text.length(), most));
  }

  private static String real(char kind, String precision, Arguments arguments) {
    int digits = precision.isEmpty() ? USUAL_PRECISION : Integer.parseInt(precision);
    String text = real(Character.toLowerCase(kind), digits, arguments.nextReal());
    return Character.isUpperCase(kind) ? text.toUpperCase(Locale.ROOT) : text;
  }

  /** A number as {@code f}, {@code e} or {@code g} write it (C11, 7.21.6.1). */
  static String real(char kind, int precision, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return (value < 0 ? "-" : "") + (Double.isNaN(value) ? "nan" : "inf");
    }
    if (kind == 'f' || kind == 'e') {
      return String.format(Locale.ROOT, "%." + precision + kind, value);
    }
    int digits = Math.max(1, precision);
    String scientific = String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
    int split = scientific.indexOf('e');
    int exponent = Integer.parseInt(scientific.substring(split + 1));
    return exponent < -4 || exponent >= digits
        ? withoutZeros(scientific.substring(0, split)) + scientific.substring(split)
        : withoutZeros(String.format(Locale.ROOT, "%." + (digits - 1 - exponent) + "f", value));
  }

  private static String withoutZeros(String number) {
    return number.contains(".") ? number.replaceFirst("\\.?0+$", "") : number;
  }

  private static String padded(String body, String width, String flags) {
    if (width.isEmpty()) {
      return body;
    }
    int wanted = Integer.parseInt(width);
    boolean left = flags.contains("-") || wanted < 0;
    String fill = flags.contains("0") && !left ? "0" : " ";
    String padding = fill.repeat(Math.max(0, Math.abs(wanted) - body.length()));
    return left ? body + padding : padding + body;
  }
}
