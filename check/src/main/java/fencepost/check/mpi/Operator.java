package fencepost.check.mpi;

import fencepost.check.machine.Halt;

/** What reductions and accumulates do with two elements (MPI 4.1, 6.9.2 and 12.3.4). */
public enum Operator {
  NO_OP,
  REPLACE,
  SUM,
  PROD,
  MAX,
  MIN,
  BAND,
  BOR,
  BXOR,
  LAND,
  LOR,
  LXOR,
  MINLOC,
  MAXLOC;

  /** Combines elements of a basic type: {@code into = into op from}, from the byte offset on. */
  public void apply(Basic basic, byte[] into, byte[] from, int at, int count) {
    for (int i = 0; i < count; i++) {
      element(basic, into, from, at + i * basic.size());
    }
  }

  private void element(Basic basic, byte[] into, byte[] from, int at) {
    if (this == REPLACE) {
      System.arraycopy(from, at, into, at, basic.size());
    } else if (this == NO_OP) {
      return;
    } else if (basic.isPair()) {
      pair(basic, into, from, at);
    } else if (basic.isReal()) {
      basic.real(into, at, real(basic.real(into, at), basic.real(from, at)));
    } else if (basic.typeClass().equals("complex")) {
      complex(new Basic("float", basic.size() / 2), into, from, at);
    } else {
      basic.integer(into, at, integer(basic, basic.integer(into, at), basic.integer(from, at)));
    }
  }

  private void complex(Basic part, byte[] into, byte[] from, int at) {
    int imaginary = at + part.size();
    double a = part.real(into, at);
    double b = part.real(into, imaginary);
    double c = part.real(from, at);
    double d = part.real(from, imaginary);
    boolean product = this == PROD;
    part.real(into, at, product ? a * c - b * d : real(a, c));
    part.real(into, imaginary, product ? a * d + b * c : real(b, d));
  }

  private double real(double a, double b) {
    return switch (this) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case LAND -> a != 0 && b != 0 ? 1 : 0;
      case LOR -> a != 0 || b != 0 ? 1 : 0;
      default -> throw Halt.unmodelled("operation " + this + " on floating-point numbers");
    };
  }

  private long integer(Basic basic, long a, long b) {
    boolean unsigned = basic.typeClass().equals("uint");
    return switch (this) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> unsigned ? (Long.compareUnsigned(a, b) > 0 ? a : b) : Math.max(a, b);
      case MIN -> unsigned ? (Long.compareUnsigned(a, b) < 0 ? a : b) : Math.min(a, b);
      case BAND -> a & b;
      case BOR -> a | b;
      case BXOR -> a ^ b;
      case LAND -> a != 0 && b != 0 ? 1 : 0;
      case LOR -> a != 0 || b != 0 ? 1 : 0;
      case LXOR -> (a != 0) != (b != 0) ? 1 : 0;
      default -> throw Halt.unmodelled("operation " + this + " on integers");
    };
  }

  /** A value and an index behind it; equal values take the lower index. */
  private void pair(Basic basic, byte[] into, byte[] from, int at) {
    boolean real = basic.typeClass().equals("pair_float");
    int width = basic.size() > 8 ? 8 : basic.size() == 6 ? 2 : 4;
    Basic value = new Basic(real ? "float" : "int", width);
    Basic index = new Basic("int", 4);
    int indexAt = at + Math.max(4, width);
    double a = real ? value.real(into, at) : value.integer(into, at);
    double b = real ? value.real(from, at) : value.integer(from, at);
    boolean better = this == MINLOC ? b < a : b > a;
    boolean first = a == b && index.integer(from, indexAt) < index.integer(into, indexAt);
    if (better || first) {
      System.arraycopy(from, at, into, at, basic.size());
    }
  }
}
