package fencepost.frontend.atomic;

/** What an atomic operation does to a value. Values are integers of up to 64 bits. */
public enum AtomicOp {
  SUM,
  REPLACE,
  AND,
  OR,
  XOR,
  MAX,
  MIN,
  PRODUCT,
  COMPARE_AND_SWAP,
  /** Only reads. */
  NONE,
  /** Changes the value in a way that is not followed. */
  OTHER;

  /** Whether two such updates leave the same behind, whichever comes first. */
  public boolean commutes() {
    return switch (this) {
      case SUM, AND, OR, XOR, MAX, MIN, PRODUCT -> true;
      case REPLACE, COMPARE_AND_SWAP, NONE, OTHER -> false;
    };
  }

  /**
   * Whether such updates commute and each can be undone: then whether one of them changes a value
   * depends neither on the value nor on their order.
   */
  boolean canBeUndone() {
    return this == SUM || this == XOR;
  }

  /** The new value; {@link #OTHER} never gets here. */
  long apply(long old, long operand, long compare) {
    return switch (this) {
      case SUM -> old + operand;
      case REPLACE -> operand;
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MAX -> Math.max(old, operand);
      case MIN -> Math.min(old, operand);
      case PRODUCT -> old * operand;
      case COMPARE_AND_SWAP -> old == compare ? operand : old;
      case NONE, OTHER -> old;
    };
  }
}
