package fencepost.program.ir;

/** The instructions that are told apart; all others are {@link #OTHER}. */
public enum Opcode {
  ALLOCA,
  LOAD,
  STORE,
  /** An atomic read-modify-write. */
  UPDATE,
  /** An atomic compare and exchange. */
  EXCHANGE,
  ADDRESS,
  PHI,
  SELECT,
  /** A call, also one that may throw. */
  CALL,
  RETURN,
  BRANCH,
  COMPARE,
  ADD,
  SUBTRACT,
  MULTIPLY,
  SHIFT_LEFT,
  SIGN_EXTEND,
  ZERO_EXTEND,
  TRUNCATE,
  /** Between pointers and integers, or the same bits as another type. */
  CAST,
  FREEZE,
  VA_ARG,
  LANDING_PAD,
  OTHER
}
