package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.List;
import java.util.Locale;

/** Texts: {@code <string.h>} and {@code <ctype.h>}. */
final class StringFunctions {
  private StringFunctions() {}

  static void addTo(CLibrary library) {
    library.add("strlen", i -> i.returns(read(i, 0).length()));
    library.add("strnlen", i -> i.returns(readWithin(i, 0, i.argument(1)).length()));
    library.add(List.of("strcpy", "stpcpy"), StringFunctions::copy);
    library.add("strncpy", StringFunctions::copyWithin);
    library.add("strcat", i -> append(i, read(i, 1)));
    library.add("strncat", i -> append(i, readWithin(i, 1, i.argument(2))));
    library.add("strdup", i -> i.returns(duplicate(i, read(i, 0))));
    library.add("strndup", i -> i.returns(duplicate(i, readWithin(i, 0, i.argument(1)))));
    library.add("strcmp", i -> compare(i, Long.MAX_VALUE, false));
    library.add("strncmp", i -> compare(i, i.argument(2), false));
    library.add("strcasecmp", i -> compare(i, Long.MAX_VALUE, true));
    library.add("strncasecmp", i -> compare(i, i.argument(2), true));
    library.add("strchr", i -> found(i, read(i, 0).indexOf((char) (i.integer(1) & 0xff))));
    library.add("strrchr", i -> found(i, read(i, 0).lastIndexOf((char) (i.integer(1) & 0xff))));
    library.add("strstr", i -> found(i, read(i, 0).indexOf(read(i, 1))));
    library.add("toupper", i -> i.returns(Character.toUpperCase(i.integer(0))));
    library.add("tolower", i -> i.returns(Character.toLowerCase(i.integer(0))));
    library.add("isdigit", i -> i.returns(i.integer(0) >= '0' && i.integer(0) <= '9'));
    library.add("isspace", i -> i.returns(Character.isWhitespace(i.integer(0))));
    library.add("isalpha", i -> i.returns(Character.isLetter(i.integer(0))));
  }

  /** A text argument; reading it is recorded. */
  static String read(Invocation i, int argument) {
    String text = i.memory().text(i.argument(argument));
    MachineAccess.loaded(i, i.argument(argument), text.length() + 1L);
    return text;
  }

  private static String readWithin(Invocation i, int argument, long most) {
    String text = i.memory().text(i.argument(argument));
    MachineAccess.loaded(i, i.argument(argument), Math.min(text.length() + 1L, most));
    return text.substring(0, (int) Math.min(text.length(), most));
  }

  private static void copy(Invocation i) {
    String text = read(i, 1);
    MachineAccess.stored(i, i.argument(0), text.length() + 1L);
    i.memory().text(i.argument(0), text);
    i.returns(i.argument(0) + (i.name().equals("stpcpy") ? text.length() : 0));
  }

  /** The rest is filled with zeros. */
  private static void copyWithin(Invocation i) {
    String text = readWithin(i, 1, i.argument(2));
    MachineAccess.stored(i, i.argument(0), i.argument(2));
    i.memory().fill(i.argument(0), (byte) 0, i.argument(2));
    i.memory().write(i.argument(0), text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    i.returns(i.argument(0));
  }

  private static void append(Invocation i, String more) {
    String before = i.memory().text(i.argument(0));
    MachineAccess.loaded(i, i.argument(0), before.length() + 1L);
    MachineAccess.stored(i, i.argument(0) + before.length(), more.length() + 1L);
    i.memory().text(i.argument(0) + before.length(), more);
    i.returns(i.argument(0));
  }

  private static long duplicate(Invocation i, String text) {
    long copy = i.memory().allocate(text.length() + 1L);
    i.memory().text(copy, text);
    return copy;
  }

  /** It looks as far as the texts agree, and one further. */
  private static void compare(Invocation i, long most, boolean ignoringCase) {
    String a = text(i, 0, ignoringCase);
    String b = text(i, 1, ignoringCase);
    int n = 0;
    while (n < most && n < a.length() && n < b.length() && a.charAt(n) == b.charAt(n)) {
      n++;
    }
    long seen = Math.min(n + 1L, most);
    MachineAccess.loaded(i, i.argument(0), seen);
    MachineAccess.loaded(i, i.argument(1), seen);
    i.returns(n >= most ? 0 : at(a, n) - at(b, n));
  }

  private static String text(Invocation i, int argument, boolean ignoringCase) {
    String text = i.memory().text(i.argument(argument));
    return ignoringCase ? text.toLowerCase(Locale.ROOT) : text;
  }

  private static int at(String text, int index) {
    return index < text.length() ? text.charAt(index) : 0;
  }

  private static void found(Invocation i, int index) {
    i.returns(index < 0 ? 0 : i.argument(0) + index);
  }
}
