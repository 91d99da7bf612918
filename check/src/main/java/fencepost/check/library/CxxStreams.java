package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
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
  private static final int PRECISION = 8;
  private static final int FLAGS = 24;
  private static final int STATE = 32;
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
          new Member("4fillE[cw]?v?", i -> i.returns(' ')));

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

  private static void open(MachineMemory memory, long stream, int base) {
    long table = memory.allocate(32);
    memory.store(table, 8, base);
    memory.store(stream, 8, table + 24);
    memory.store(stream + base + PRECISION, 8, USUAL_PRECISION);
    memory.store(stream + base + FLAGS, 4, SKIPS_SPACE_AND_IS_DECIMAL);
  }

  /** What a function does that has to do with streams; the operators return the stream. */
  static Library.@Nullable Routine routine(String name) {
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
