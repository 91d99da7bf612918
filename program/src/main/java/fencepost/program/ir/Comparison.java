package fencepost.program.ir;

/** A comparison of integers or pointers. */
public final class Comparison extends Instruction {
  private final Relation relation;

  /** The relations of integers; S for signed ones, U for unsigned ones. */
  public enum Relation {
    EQUAL,
    UNEQUAL,
    U_GREATER,
    U_AT_LEAST,
    U_LESS,
    U_AT_MOST,
    S_GREATER,
    S_AT_LEAST,
    S_LESS,
    S_AT_MOST,
    OTHER;

    /** The opposite. */
    public Relation negated() {
      return switch (this) {
        case EQUAL -> UNEQUAL;
        case UNEQUAL -> EQUAL;
        case U_GREATER -> U_AT_MOST;
        case U_AT_LEAST -> U_LESS;
        case U_LESS -> U_AT_LEAST;
        case U_AT_MOST -> U_GREATER;
        case S_GREATER -> S_AT_MOST;
        case S_AT_LEAST -> S_LESS;
        case S_LESS -> S_AT_LEAST;
        case S_AT_MOST -> S_GREATER;
        case OTHER -> OTHER;
      };
    }

    /** The same with the sides exchanged. */
    public Relation swapped() {
      return switch (this) {
        case U_GREATER -> U_LESS;
        case U_AT_LEAST -> U_AT_MOST;
        case U_LESS -> U_GREATER;
        case U_AT_MOST -> U_AT_LEAST;
        case S_GREATER -> S_LESS;
        case S_AT_LEAST -> S_AT_MOST;
        case S_LESS -> S_GREATER;
        case S_AT_MOST -> S_AT_LEAST;
        case EQUAL, UNEQUAL, OTHER -> this;
      };
    }
  }

  Comparison(Common common, Relation relation) {
    super(common);
    this.relation = relation;
  }

  public Relation relation() {
    return relation;
  }
}
