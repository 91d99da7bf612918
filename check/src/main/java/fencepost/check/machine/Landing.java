package fencepost.check.machine;

/** What a function does with exceptions at one place: an instruction {@code landingpad}. */
final class Landing {
  private final int to;
  private final int[] types;
  private final boolean cleansUp;

  /**
   * @param to the registers for the address of the exception and for what has matched
   * @param types the registers with the types that are caught; null stands for all
   */
  Landing(int to, int[] types, boolean cleansUp) {
    this.to = to;
    this.types = types;
    this.cleansUp = cleansUp;
  }

  boolean takes(MachineProcess p, Thrown thrown) {
    return cleansUp || matching(p, thrown) >= 0;
  }

  private int matching(MachineProcess p, Thrown thrown) {
    for (int i = 0; i < types.length; i++) {
      long type = p.r[types[i]];
      if (type == 0 || new TypeDescriptions(p).isA(thrown.type(), type)) {
        return i;
      }
    }
    return -1;
  }

  void store(MachineProcess p, Thrown thrown) {
    int match = matching(p, thrown);
    p.r[to] = thrown.object();
    p.r[to + 1] = match < 0 ? 0 : selector(p.r[types[match]]);
    p.mark(to, 0);
  }

  /** A number for a type that is caught; the same as {@code llvm.eh.typeid.for} gives. */
  static int selector(long type) {
    return type == 0 ? -1 : (int) (type >>> 32);
  }
}
