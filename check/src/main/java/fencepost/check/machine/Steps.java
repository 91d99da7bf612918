package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The small steps: conversions, comparisons, addresses, local variables, aggregates. */
final class Steps {
  private Steps() {}

  /** A value of one other. */
  static final class Convert extends Step {
    private final int to;
    private final int from;
    private final Opcode opcode;
    private final LongUnaryOperator operator;

    Convert(int to, int from, Opcode opcode, LongUnaryOperator operator) {
      this.to = to;
      this.from = from;
      this.opcode = opcode;
      this.operator = operator;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.r[to] = operator.applyAsLong(p.r[from]);
      if (p.s != null) {
        p.derive(to, opcode, from, from);
      }
      return next;
    }
  }

  static final class Compare extends Step {
    final int to;
    final int a;
    final int b;
    final Relation relation;

    Compare(int to, int a, int b, Relation relation) {
      this.to = to;
      this.a = a;
      this.b = b;
      this.relation = relation;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.r[to] = Integers.compare(relation, p.r[a], p.r[b]) ? 1 : 0;
      if (p.s != null) {
        p.compared(to, relation, a, b);
      }
      return next;
    }
  }

  /** A base, a distance, and one index times the size of an element. */
  static final class Address extends Step {
    private final int to;
    private final int base;
    private final int index;
    private final long scale;
    private final long offset;

    Address(int to, int base, int index, long scale, long offset) {
      this.to = to;
      this.base = base;
      this.index = index;
      this.scale = scale;
      this.offset = offset;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      r[to] = r[base] + r[index] * scale + offset;
      if (p.s != null) {
        p.derive(to, Opcode.ADDRESS, base, index);
      }
      return next;
    }
  }

  /** A base and a distance. */
  static final class Shift extends Step {
    private final int to;
    private final int base;
    private final long offset;

    Shift(int to, int base, long offset) {
      this.to = to;
      this.base = base;
      this.offset = offset;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.r[to] = p.r[base] + offset;
      if (p.s != null) {
        p.derive(to, Opcode.ADDRESS, base, base);
      }
      return next;
    }
  }

  static final class Select extends Step {
    private final int to;
    private final int condition;
    private final int yes;
    private final int no;
    private final int words;

    Select(int to, int condition, int yes, int no, int words) {
      this.to = to;
      this.condition = condition;
      this.yes = yes;
      this.no = no;
      this.words = words;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      int from = p.r[condition] != 0 ? yes : no;
      System.arraycopy(p.r, from, p.r, to, words);
      if (p.s != null) {
        p.decided(condition, this);
        p.mark(to, p.s[from]);
      }
      return next;
    }
  }

  /** A local variable, or an array of them. */
  static final class Allocate extends Step {
    private final int to;
    private final int count;
    private final long size;

    Allocate(int to, int count, long size) {
      this.to = to;
      this.count = count;
      this.size = size;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.r[to] = p.strand().allocate(p.r[count] * size, p.memory);
      return next;
    }
  }

  static final class Extract extends Step {
    private final int to;
    private final int from;
    private final long offset;
    private final int size;
    private final int bits;

    Extract(int to, int from, long offset, int size, int bits) {
      this.to = to;
      this.from = from;
      this.offset = offset;
      this.size = size;
      this.bits = bits;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      if (size > 8) {
        System.arraycopy(r, from + (int) offset / 8, r, to, (size + 7) / 8);
      } else {
        long value = MachineWords.extract(r, from, offset, size);
        r[to] = bits > 0 ? Integers.signed(value, bits) : value;
      }
      if (p.s != null) {
        p.mark(to, p.s[from]);
      }
      return next;
    }
  }

  static final class Insert extends Step {
    private final int to;
    private final int aggregate;
    private final int words;
    private final int value;
    private final long offset;
    private final int size;

    Insert(int to, int aggregate, int words, int value, long offset, int size) {
      this.to = to;
      this.aggregate = aggregate;
      this.words = words;
      this.value = value;
      this.offset = offset;
      this.size = size;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      System.arraycopy(r, aggregate, r, to, words);
      if (size > 8) {
        System.arraycopy(r, value, r, to + (int) offset / 8, (size + 7) / 8);
      } else {
        MachineWords.insert(r, to, offset, size, r[value]);
      }
      if (p.s != null) {
        p.mark(to, Math.max(p.s[aggregate], p.s[value]));
      }
      return next;
    }
  }

  /** Nothing is done. */
  static final class Skip extends Step {
    @Override
    @Nullable Step execute(MachineProcess p) {
      return next;
    }
  }

  /** The process cannot go on here. */
  static final class Stop extends Step {
    private final Halt halt;

    Stop(Halt halt) {
      this.halt = halt;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      throw halt;
    }
  }
}
