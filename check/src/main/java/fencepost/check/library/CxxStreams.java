package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of C++. What is written goes nowhere. Their flags, precision and state are
 * where libstdc++ has them, because inline functions of its headers access them there:
 *
 * <pre>
 *   std::cout:  | table | table | precision | width | flags (4) exceptions (4) | state (4) ...
 *                          ^ the base class std::ios, at a distance that stands 24 bytes in front
 *                            of what the first table points to (Itanium C++ ABI, 2.5.2)
 * </pre>
 */
final class CxxStreams {
  /** How many bytes the base class has. */
  static final int SIZE_OF_BASE = 264;

  private static final int PRECISION = 8;
  private static final int WIDTH = 16;
  private static final int FLAGS = 24;
  private static final int STATE = 32;
  private static final int FILL = 224;
  private static final int USUAL_PRECISION = 6;
  private static final int SKIPS_SPACE_AND_IS_DECIMAL = 0x1002;
  private static final int BAD = 1;
  private static final int END = 2;
  private static final int FAILED = 4;

  /** By their names, where in them the base class is. */
  private static final Map<String, Integer> STREAMS =
      Map.of(
          "_ZSt4cout", 8,
          "_ZSt4cerr", 8,
          "_ZSt4clog", 8,
          "_ZSt5wcout", 8,
          "_ZSt5wcerr", 8,
          "_ZSt5wclog", 8,
          "_ZSt3cin", 16,
          "_ZSt4wcin", 16);

  private static final Pattern WRITES =
      Pattern.compile(
          "_ZN(So|St13basic_ostreamIwSt11char_traitsIwEE)(lsE|3put|5flush|5write|9_M_insert).*"
              + "|_ZSt(lsI|4endl|4ends|5flush|16__ostream_insert).*");

  /** The manipulators of {@code <iomanip>}: what they set. */
  private static final Pattern SETS =
      Pattern.compile(
          "_ZSt[lr]sI[cw]St11char_traits.*St\\d+_"
              + "(Setw|Setfill|Setprecision|Setbase|Setiosflags|Resetiosflags)\\w*");

  private static final int BASES = 2 | 8 | 64;

  private static final String IOS = "St9basic_iosI[cw]St11char_traitsI[cw]EE";

  private static final List<Member> MEMBERS =
      List.of(
          question("4goodEv", state -> state == 0),
          question("3badEv", state -> (state & BAD) != 0),
          question("3eofEv", state -> (state & END) != 0),
          question("(4failEv|ntEv)", CxxStreams::hasFailed),
          question("cv(b|Pv)Ev", state -> !hasFailed(state)),
          new Member("7rdstateEv", i -> i.returns(state(i))),
          new Member("5clearESt12_Ios_Iostate", i -> setState(i, i.integer(1))),
          new Member("8setstateESt12_Ios_Iostate", i -> setState(i, state(i) | i.integer(1))),
          new Member("5widenEc", i -> i.returns(i.argument(1))),
          new Member("4fillE[cw]", CxxStreams::fillWith),
          new Member("4fillEv", i -> i.returns(i.memory().load(i.argument(0) + FILL, 1))));

  private CxxStreams() {}

  /** A member function of the base class. */
  private record Member(Pattern name, Library.Routine routine) {
    Member(String name, Library.Routine routine) {
      this(Pattern.compile("_ZNK?" + IOS + name), routine);
    }
  }

  private static Member question(String name, IntPredicate answer) {
    return new Member(name, i -> i.returns(answer.test(state(i))));
  }

  private static boolean hasFailed(int state) {
    return (state & (BAD | FAILED)) != 0;
  }

  private static int state(Invocation i) {
    return i.memory().integer(i.argument(0) + STATE);
  }

  private static void setState(Invocation i, int state) {
    i.memory().store(i.argument(0) + STATE, 4, state);
  }

  private static void fillWith(Invocation i) {
    i.returns(i.memory().load(i.argument(0) + FILL, 1));
    i.memory().store(i.argument(0) + FILL, 1, i.argument(1));
  }

  // ---- what is in the base class ----

  /** The base class of a stream. */
  static long base(Invocation i, long stream) {
    return stream + i.memory().load(i.memory().load(stream, 8) - 24, 8);
  }

  static int flags(MachineMemory memory, long base) {
    return memory.integer(base + FLAGS);
  }

  static int precision(MachineMemory memory, long base) {
    return (int) memory.load(base + PRECISION, 8);
  }

  /** What a text of this length is filled up with; the next one is not. */
  static String takeFilling(MachineMemory memory, long base, int length) {
    long width = memory.load(base + WIDTH, 8);
    memory.store(base + WIDTH, 8, 0);
    String filling = String.valueOf((char) memory.load(base + FILL, 1));
    return filling.repeat((int) Math.max(0, width - length));
  }

  private static void set(MachineMemory memory, long base, String what, int value) {
    int flags = flags(memory, base);
    switch (what) {
      case "Setw" -> memory.store(base + WIDTH, 8, value);
      case "Setfill" -> memory.store(base + FILL, 1, value);
      case "Setprecision" -> memory.store(base + PRECISION, 8, value);
      case "Setbase" -> memory.store(base + FLAGS, 4, (flags & ~BASES) | flagOf(value));
      case "Setiosflags" -> memory.store(base + FLAGS, 4, flags | value);
      default -> memory.store(base + FLAGS, 4, flags & ~value);
    }
  }

  private static int flagOf(int numberBase) {
    return numberBase == 16 ? 8 : numberBase == 8 ? 64 : numberBase == 10 ? 2 : 0;
  }

  /** Something was to be read, and the stream may be at its end. */
  static void after(MachineMemory memory, long base, boolean atEnd, boolean arrived) {
    int state = memory.integer(base + STATE) | (atEnd ? END : 0) | (arrived ? 0 : FAILED);
    memory.store(base + STATE, 4, state);
  }

  /** Gives the streams that the program uses their content. */
  static void open(MachineProcess process) {
    STREAMS.forEach(
        (name, base) -> {
          long stream = process.addressOfVariable(name);
          if (stream != 0) {
            open(process.memory(), stream, base);
          }
        });
  }

  /** What a stream points to that has its base class at a distance. */
  static void table(MachineMemory memory, long stream, int base) {
    long table = memory.allocate(32);
    memory.store(table, 8, base);
    memory.store(stream, 8, table + 24);
  }

  static void open(MachineMemory memory, long stream, int base) {
    table(memory, stream, base);
    memory.store(stream + base + FILL, 1, ' ');
    memory.store(stream + base + PRECISION, 8, USUAL_PRECISION);
    memory.store(stream + base + FLAGS, 4, SKIPS_SPACE_AND_IS_DECIMAL);
  }

  /** What a function does that has to do with streams; the operators return the stream. */
  static Library.@Nullable Routine routine(String name) {
    Matcher sets = SETS.matcher(name);
    if (sets.matches()) {
      String what = sets.group(1);
      return i -> {
        set(i.memory(), base(i, i.argument(0)), what, i.integer(1));
        i.returns(i.argument(0));
      };
    }
    if (WRITES.matcher(name).matches()) {
      return i -> i.returns(i.count() == 0 ? 0 : i.argument(0));
    }
    return MEMBERS.stream()
        .filter(member -> member.name.matcher(name).matches())
        .map(Member::routine)
        .findFirst()
        .orElse(null);
  }
}
