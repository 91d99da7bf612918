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
    String format = "%" + (precision.isEmpty() ? ".6" : "." + precision);
    char java = Character.toLowerCase(kind) == 'g' || kind == 'a' || kind == 'A' ? 'g' : kind;
    return String.format(Locale.ROOT, format + (java == 'F' ? 'f' : java), arguments.nextReal());
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
