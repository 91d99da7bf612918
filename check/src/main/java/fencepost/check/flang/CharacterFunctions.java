package fencepost.check.flang;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Procedures on texts, which have a length and end with blanks. */
final class CharacterFunctions {
  private static final int CHARACTER = 40;

  private CharacterFunctions() {}

  static void addTo(FlangLibrary library) {
    library.add(
        "CharacterCompareScalar1",
        i -> {
          String a = read(i, i.argument(0), i.argument(2));
          String b = read(i, i.argument(1), i.argument(3));
          int length = Math.max(a.length(), b.length());
          i.returns(Integer.signum(padded(a, length).compareTo(padded(b, length))));
        });
    library.add(
        "LenTrim1", i -> i.returns(read(i, i.argument(0), i.argument(1)).stripTrailing().length()));
    library.add(
        "Index1",
        i -> {
          String text = read(i, i.argument(0), i.argument(1));
          String part = read(i, i.argument(2), i.argument(3));
          i.returns(1L + (i.integer(4) != 0 ? text.lastIndexOf(part) : text.indexOf(part)));
        });
    library.add("Scan1", i -> find(i, true));
    library.add("Verify1", i -> find(i, false));
    library.add("Trim", i -> made(i, String::stripTrailing));
    library.add("Adjustl", i -> made(i, s -> padded(s.stripLeading(), s.length())));
    library.add(
        "Adjustr",
        i -> made(i, s -> " ".repeat(s.length() - s.stripTrailing().length()) + s.stripTrailing()));
    library.add("Repeat", i -> made(i, s -> s.repeat((int) Math.max(0, i.argument(2)))));
  }

  /** The first or last character that is in a set, or that is not. */
  private static void find(Invocation i, boolean wanted) {
    String text = read(i, i.argument(0), i.argument(1));
    String set = read(i, i.argument(2), i.argument(3));
    boolean back = i.integer(4) != 0;
    int found = 0;
    for (int n = 0; n < text.length() && (found == 0 || back); n++) {
      if (set.indexOf(text.charAt(n)) >= 0 == wanted) {
        found = n + 1;
      }
    }
    i.returns(found);
  }

  static String read(Invocation i, long address, long length) {
    MachineAccess.loaded(i, address, length);
    return ProgramFunctions.text(i, address, length);
  }

  static String padded(String text, int length) {
    return text + " ".repeat(Math.max(0, length - text.length()));
  }

  /** Writes a text, cut or with blanks behind it. */
  static void write(Invocation i, long address, int length, String text) {
    byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.ISO_8859_1), length);
    Arrays.fill(bytes, Math.min(length, text.length()), length, (byte) ' ');
    i.memory().write(address, bytes);
  }

  /** The first argument becomes a new text that is made of the second. */
  private static void made(Invocation i, UnaryOperator<String> function) {
    Descriptor from = Descriptor.argument(i, 1);
    String text = function.apply(read(i, from.base(), from.elementSize()));
    Descriptor result = Descriptor.argument(i, 0);
    result.establish(CHARACTER, text.length(), 0);
    result.allocate();
    write(i, result.base(), text.length(), text);
  }
}
