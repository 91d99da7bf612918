package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registers of the function that a process executes, and which of them are unknown. */
abstract class Registers {
  private final Unknowns unknowns;

  long[] r = new long[0];

  /** For each register, which unknown it is; null while all of them are known. */
  int @Nullable [] s;

  @Nullable MachineFrame frame;

  Registers(Unknowns unknowns) {
    this.unknowns = unknowns;
  }

  /** Makes the registers of the present function the current ones. */
  void resume(MachineFrame present) {
    r = present.r;
    s = present.s;
  }

  /** Whether a function of the capture library is being executed. */
  public boolean isInCapture() {
    return frame != null && frame.code.ofCapture;
  }

  /** A register is this unknown, or known if it is 0. */
  void mark(int to, int unknown) {
    if (s == null) {
      if (unknown == 0) {
        return;
      }
      s = new int[r.length];
      Objects.requireNonNull(frame).s = s;
    }
    s[to] = unknown;
  }

  /** A register was computed of two others. */
  void derive(int to, Opcode opcode, int a, int b) {
    int[] marks = Objects.requireNonNull(s);
    marks[to] =
        (marks[a] | marks[b]) == 0 ? 0 : unknowns.derive(opcode, marks[a], r[a], marks[b], r[b]);
  }

  void compared(int to, Relation relation, int a, int b) {
    int[] marks = Objects.requireNonNull(s);
    marks[to] =
        (marks[a] | marks[b]) == 0 ? 0 : unknowns.compare(relation, marks[a], r[a], marks[b], r[b]);
  }

  /** The values of phis move with what is unknown of them. */
  void move(int[] from, int[] to) {
    int[] marks = Objects.requireNonNull(s);
    int[] values = new int[from.length];
    for (int i = 0; i < from.length; i++) {
      values[i] = marks[from[i]];
    }
    for (int i = 0; i < from.length; i++) {
      marks[to[i]] = values[i];
    }
  }

  /** The process goes one of two ways, by a register. */
  void decided(int condition, Step step) {
    int unknown = Objects.requireNonNull(s)[condition];
    if (unknown != 0 && !isInCapture()) {
      unknowns.decided(unknown, r[condition] != 0, step);
    }
  }

  /** The process goes one of many ways, by a register. */
  void switched(int value, Set<Long> cases, Step step) {
    int unknown = isInCapture() ? 0 : Objects.requireNonNull(s)[value];
    for (long number : unknown == 0 ? Set.<Long>of() : cases) {
      int test = unknowns.compare(Relation.EQUAL, unknown, r[value], 0, number);
      unknowns.decided(test, r[value] == number, List.of(step, number));
    }
  }
}
