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
  /** An exception goes on to the callers. */
  RESUME,
  SIGNED_DIVIDE,
  UNSIGNED_DIVIDE,
  SIGNED_REMAINDER,
  UNSIGNED_REMAINDER,
  SIGNED_SHIFT_RIGHT,
  UNSIGNED_SHIFT_RIGHT,
  AND,
  OR,
  XOR,
  FLOAT_ADD,
  FLOAT_SUBTRACT,
  FLOAT_MULTIPLY,
  FLOAT_DIVIDE,
  FLOAT_REMAINDER,
  FLOAT_NEGATE,
  FLOAT_COMPARE,
  /** Between floating-point numbers of different sizes. */
  FLOAT_TO_FLOAT,
  FLOAT_TO_SIGNED,
  FLOAT_TO_UNSIGNED,
  SIGNED_TO_FLOAT,
  UNSIGNED_TO_FLOAT,
  /** A part of an aggregate that is a value. */
  EXTRACT,
  /** An aggregate with another part. */
  INSERT,
  SWITCH,
  UNREACHABLE,
  /** Orders the memory accesses of threads. */
  MEMORY_FENCE,
  OTHER
}
