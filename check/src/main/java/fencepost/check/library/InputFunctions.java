package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What comes from outside: numbers that are small, where nothing else is known. */
final class InputFunctions {
  private static final Pattern CONVERSION =
      Pattern.compile("%(\\*?)\\d*(hh|h|ll|l|L|z)?([diouxfegcs])");
  private static final int SAMPLE = 4;

  private final Inputs inputs;

  InputFunctions(Inputs inputs) {
    this.inputs = inputs;
  }

  void addTo(CLibrary library) {
    library.add(List.of("atoi", "atol", "atoll"), i -> convert(i, false));
    library.add(List.of("strtol", "strtoul", "strtoll", "strtoull"), i -> convert(i, true));
    library.add("atof", i -> i.returns(real(i.memory().text(i.argument(0)))));
    library.add(
        List.of("strtod", "strtof"),
        i -> {
          String text = i.memory().text(i.argument(0));
          endAt(i, text.length());
          i.returns(real(text));
        });
    library.add("getenv", i -> i.returns(0));
    library.add("scanf", i -> scan(i, i.memory().text(i.argument(0)), 1));
    library.add("fscanf", i -> scan(i, i.memory().text(i.argument(1)), 2));
    library.add("sscanf", InputFunctions::scanText);
    library.add(
        List.of("getchar", "fgetc", "getc"),
        i -> i.returnsUnknown("a character of the input", -1, -1, 255));
    library.add("fgets", i -> i.returns(0));
    library.add("fread", i -> i.returns(0));
    library.add("feof", i -> i.returns(1));
    library.add("getopt", i -> i.returns(-1));
  }

  /** If the text was made up, another number would do as well. */
  private void convert(Invocation i, boolean hasEnd) {
    String text = i.memory().text(i.argument(0));
    MachineAccess.loaded(i, i.argument(0), text.length() + 1L);
    Matcher matcher = Pattern.compile("\\s*[-+]?\\d+").matcher(text);
    boolean there = matcher.lookingAt();
    long value = there ? Long.parseLong(matcher.group().strip()) : 0;
    if (hasEnd) {
      endAt(i, there ? matcher.end() : 0);
    }
    String name = inputs.nameAt(i.argument(0));
    if (inputs.assumed() && !name.isEmpty()) {
      i.returnsNamed(name, value, 0, 64);
    } else {
      i.returns(value);
    }
  }

  private static void endAt(Invocation i, int length) {
    if (i.argument(1) != 0) {
      i.memory().store(i.argument(1), 8, i.argument(0) + length);
    }
  }

  private static double real(String text) {
    Matcher matcher =
        Pattern.compile("\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?").matcher(text);
    return matcher.lookingAt() ? Double.parseDouble(matcher.group().strip()) : 0;
  }

  private static void scan(Invocation i, String format, int first) {
    int at = first;
    int read = 0;
    for (Matcher m = CONVERSION.matcher(format); m.find() && at < i.count(); ) {
      if (m.group(1).isEmpty()) {
        store(i, i.argument(at++), m, SAMPLE);
        read++;
      }
    }
    i.returns(read);
  }

  private static int size(Matcher m) {
    String modifier = m.group(2) == null ? "" : m.group(2);
    return switch (modifier) {
      case "hh" -> 1;
      case "h" -> 2;
      case "l", "ll", "z" -> 8;
      default -> 4;
    };
  }

  private static void store(Invocation i, long address, Matcher m, long value) {
    char kind = m.group(3).charAt(0);
    int size = size(m);
    switch (kind) {
      case 'f', 'e', 'g' ->
          i.memory()
              .store(
                  address,
                  size,
                  size == 8
                      ? Double.doubleToRawLongBits((double) value)
                      : Float.floatToRawIntBits((float) value));
      case 'c' -> i.memory().store(address, 1, 'y');
      case 's' -> i.memory().text(address, "4");
      default -> i.storeUnknown(address, size, "a number of the input", value, 0, 64);
    }
  }

  /** Of a text that is there, the numbers are known. */
  private static void scanText(Invocation i) {
    String text = i.memory().text(i.argument(0));
    Matcher numbers = Pattern.compile("[-+]?\\d+").matcher(text);
    int at = 2;
    int read = 0;
    for (Matcher m = CONVERSION.matcher(i.memory().text(i.argument(1)));
        m.find() && at < i.count() && numbers.find(); ) {
      long value = Long.parseLong(numbers.group());
      char kind = m.group(3).charAt(0);
      if ("feg".indexOf(kind) >= 0) {
        store(i, i.argument(at++), m, value);
      } else {
        i.memory().store(i.argument(at++), size(m), value);
      }
      read++;
    }
    i.returns(read);
  }
}
