package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Streams of C++ that write to a text and read from it: {@code std::ostringstream} and its
 * relatives. The program's memory has what {@link CxxStreams} says of a stream; the text is kept
 * here.
 */
final class CxxTextStreams {
  private static final String OF_CHAR = "IcSt11char_traitsIcESaIcEE";
  private static final String STRING = "RKNS_12basic_stringIcS2_S3_EE";

  /** A member function of such a stream: whether it reads and writes, and its name. */
  private static final Pattern MEMBER =
      Pattern.compile("_ZNK?[RO]?St7__cxx111[89]basic_([io]?)stringstream" + OF_CHAR + "(.*)");

  private static final Pattern NUMBER_OUT =
      Pattern.compile("_ZNSo(?:lsE|9_M_insertI)([bstijlmxyfdePKv]+)(?:EERSoT_)?");
  private static final Pattern NUMBER_IN =
      Pattern.compile("_ZNSi(?:rsER|10_M_extractI)([bstijlmxyfde])(?:EERSiRT_)?");
  private static final Pattern MANIPULATOR = Pattern.compile("_ZNS[io](?:ls|rs)EPFR(S\\w+)_E");
  private static final Pattern CHARACTERS_OUT =
      Pattern.compile("_ZNSo5writeEPKcl|_ZSt16__ostream_insertIcSt11char_traitsIcEE.*");
  private static final Pattern C_STRING_OUT = Pattern.compile("_ZStlsI.*_ES5_PKc");
  private static final Pattern STRING_OUT = Pattern.compile("_ZStlsIcSt11char_traitsIcESaIcEE.*");
  private static final Pattern CHARACTER_OUT =
      Pattern.compile("_ZNSo3putEc|_ZStlsI(St11char_traitsIcEE|cSt11char_traitsIcEE).*_[ca]");
  private static final Pattern LINE_END = Pattern.compile("_ZSt4endlIcSt11char_traitsIcEE.*");
  private static final Pattern WORD_IN = Pattern.compile("_ZStrsIcSt11char_traitsIcESaIcEE.*");
  private static final Pattern CHARACTER_IN = Pattern.compile("_ZStrsIcSt11char_traitsIcEE.*RS3_");
  private static final Pattern LINE_IN =
      Pattern.compile("_ZSt7getlineIcSt11char_traitsIcESaIcEE.*");

  private static final int BEGINS_AT_END = 1 | 2; // std::ios_base::app and ate

  private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

  /** The texts of all processes, by the addresses of the base classes of their streams. */
  private final Map<Place, Text> texts = new HashMap<>();

  private record Place(int rank, long address) {}

  private static final class Text {
    private final StringBuilder content = new StringBuilder();
    private int written;
    private int read;

    Text(String given, boolean beginsAtEnd) {
      content.append(given);
      written = beginsAtEnd ? given.length() : 0;
    }

    void write(String more) {
      int end = Math.min(content.length(), written + more.length());
      content.replace(written, end, more);
      written += more.length();
    }

    boolean atEnd() {
      return read >= content.length();
    }

    void skipSpace() {
      readWhile(Character::isWhitespace);
    }

    String readWhile(Predicate<Character> wanted) {
      int from = read;
      while (!atEnd() && wanted.test(content.charAt(read))) {
        read++;
      }
      return content.substring(from, read);
    }

    /** What begins here and looks so; nothing if nothing does. */
    String read(Pattern wanted) {
      skipSpace();
      Matcher matcher = wanted.matcher(content).region(read, content.length());
      if (!matcher.lookingAt()) {
        return "";
      }
      read = matcher.end();
      return matcher.group();
    }
  }

  /** What a function does to such a stream; to another one it does what the other routine does. */
  Library.@Nullable Routine routine(String name, Library.@Nullable Routine otherwise) {
    Matcher member = MEMBER.matcher(name);
    if (member.matches()) {
      return member(member.group(1), member.group(2));
    }
    Change change = change(name);
    return change == null
        ? otherwise
        : i -> {
          long base = CxxStreams.base(i, i.argument(0));
          Text text = texts.get(new Place(i.process().rank(), base));
          if (text != null) {
            i.returns(i.argument(0));
            change.of(i, text, base);
          } else if (otherwise != null) {
            otherwise.call(i);
          } else {
            i.returns(i.argument(0));
          }
        };
  }

  /** What a function does to a stream with a text. */
  private interface Change {
    void of(Invocation i, Text text, long base);
  }

  // ---- beginning and end ----

  private Library.@Nullable Routine member(String kind, String name) {
    int base = kind.equals("o") ? 112 : kind.equals("i") ? 120 : 128;
    return switch (name) {
      case "C1Ev" -> i -> open(i, base, kind, "", 0);
      case "C1ESt13_Ios_Openmode" -> i -> open(i, base, kind, "", i.integer(1));
      case "C1E" + STRING + "St13_Ios_Openmode" ->
          i -> open(i, base, kind, StandardString.of(i, i.argument(1)), i.integer(2));
      case "D1Ev" -> i -> texts.remove(new Place(i.process().rank(), i.argument(0) + base));
      case "3strEv" ->
          i -> StandardString.construct(i, i.argument(0), text(i, 1, base).content.toString());
      case "3strE" + STRING -> i -> put(i, base, StandardString.of(i, i.argument(1)), 0);
      default -> null;
    };
  }

  private void open(Invocation i, int base, String kind, String given, int mode) {
    long stream = i.argument(0);
    i.memory().fill(stream, (byte) 0, base + CxxStreams.SIZE_OF_BASE);
    CxxStreams.open(i.memory(), stream, base);
    if (kind.isEmpty()) {
      CxxStreams.table(i.memory(), stream + 16, base - 16); // what it is as an output stream
    }
    put(i, base, given, mode);
  }

  private void put(Invocation i, int base, String given, int mode) {
    Text text = new Text(given, (mode & BEGINS_AT_END) != 0);
    texts.put(new Place(i.process().rank(), i.argument(0) + base), text);
  }

  private Text text(Invocation i, int argument, int base) {
    Text text = texts.get(new Place(i.process().rank(), i.argument(argument) + base));
    return text == null ? new Text("", false) : text;
  }

  // ---- writing and reading ----

  private static @Nullable Change change(String name) {
    Matcher number = NUMBER_OUT.matcher(name);
    if (number.matches()) {
      String type = number.group(1);
      return (i, text, base) -> text.write(CxxNumbers.written(i, type, base));
    }
    number = NUMBER_IN.matcher(name);
    if (number.matches()) {
      char type = number.group(1).charAt(0);
      return (i, text, base) -> readNumber(i, text, base, type);
    }
    Change written = writing(name);
    return written != null ? written : reading(name);
  }

  private static @Nullable Change writing(String name) {
    if (MANIPULATOR.matcher(name).matches()) {
      boolean ofBase = name.contains("ios"); // as std::hex is
      return (i, text, base) -> manipulate(i, text, ofBase ? base : i.argument(0));
    } else if (LINE_END.matcher(name).matches()) {
      return (i, text, base) -> text.write("\n");
    } else if (CHARACTERS_OUT.matcher(name).matches()) {
      return (i, text, base) ->
          text.write(padded(i, base, CxxNumbers.characters(i, i.argument(1), i.argument(2))));
    } else if (C_STRING_OUT.matcher(name).matches()) {
      return (i, text, base) -> text.write(padded(i, base, i.memory().text(i.argument(1))));
    } else if (STRING_OUT.matcher(name).matches()) {
      return (i, text, base) -> text.write(padded(i, base, StandardString.of(i, i.argument(1))));
    } else if (CHARACTER_OUT.matcher(name).matches()) {
      return (i, text, base) ->
          text.write(padded(i, base, String.valueOf((char) (i.argument(1) & 0xff))));
    }
    return null;
  }

  private static String padded(Invocation i, long base, String text) {
    return CxxNumbers.padded(i.memory(), base, text);
  }

  /** Functions of the program change the flags; those of the library write something. */
  private static void manipulate(Invocation i, Text text, long stream) {
    if (i.process().defines(i.argument(1))) {
      i.process().invoke(i.argument(1), stream);
    } else if (LINE_END.matcher(i.process().nameOfFunction(i.argument(1))).matches()) {
      text.write("\n");
    }
  }

  private static @Nullable Change reading(String name) {
    if (WORD_IN.matcher(name).matches()) {
      return (i, text, base) -> {
        text.skipSpace();
        String word = text.readWhile(c -> !Character.isWhitespace(c));
        arrived(i, text, base, !word.isEmpty());
        StandardString.assign(i, i.argument(1), word);
      };
    } else if (CHARACTER_IN.matcher(name).matches()) {
      return (i, text, base) -> {
        text.skipSpace();
        boolean there = !text.atEnd();
        if (there) {
          i.memory().store(i.argument(1), 1, text.content.charAt(text.read++));
        } else {
          arrived(i, text, base, false);
        }
      };
    } else if (LINE_IN.matcher(name).matches()) {
      return CxxTextStreams::readLine;
    }
    return null;
  }

  private static void readLine(Invocation i, Text text, long base) {
    boolean there = !text.atEnd();
    char end = i.count() > 2 ? (char) (i.argument(2) & 0xff) : '\n';
    String line = text.readWhile(c -> c != end);
    arrived(i, text, base, there);
    if (!text.atEnd()) {
      text.read++;
    }
    StandardString.assign(i, i.argument(1), line);
  }

  private static void readNumber(Invocation i, Text text, long base, char type) {
    boolean real = "fde".indexOf(type) >= 0;
    String number = text.read(real ? REAL : WHOLE);
    arrived(i, text, base, !number.isEmpty());
    MachineMemory memory = i.memory();
    if (real) {
      double value = number.isEmpty() ? 0 : Double.parseDouble(number);
      memory.store(
          i.argument(1),
          type == 'f' ? 4 : 8,
          type == 'f' ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value));
    } else {
      int size = type == 'b' ? 1 : "st".indexOf(type) >= 0 ? 2 : "ij".indexOf(type) >= 0 ? 4 : 8;
      memory.store(i.argument(1), size, number.isEmpty() ? 0 : Long.parseLong(number));
    }
  }

  private static void arrived(Invocation i, Text text, long base, boolean something) {
    CxxStreams.after(i.memory(), base, text.atEnd(), something);
  }
}
