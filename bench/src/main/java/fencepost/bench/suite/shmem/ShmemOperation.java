package fencepost.bench.suite.shmem;

import java.util.Locale;

/** The calls that access symmetric memory. */
enum ShmemOperation {
  PUT(Does.WRITE, false),
  PUT_NBI(Does.WRITE, true),
  P(Does.WRITE, false),
  IPUT(Does.WRITE, false),
  PUTMEM(Does.WRITE, false),
  PUTMEM_NBI(Does.WRITE, true),
  PUT_SIGNAL(Does.WRITE, false),
  PUT_SIGNAL_NBI(Does.WRITE, true),
  GET(Does.READ, false),
  GET_NBI(Does.READ, true),
  G(Does.READ, false),
  IGET(Does.READ, false),
  GETMEM(Does.READ, false),
  GETMEM_NBI(Does.READ, true),
  ATOMIC_SET(Does.ATOMIC_UPDATE, false),
  ATOMIC_INC(Does.ATOMIC_UPDATE, false),
  ATOMIC_ADD(Does.ATOMIC_UPDATE, false),
  ATOMIC_OR(Does.ATOMIC_UPDATE, false),
  ATOMIC_FETCH(Does.ATOMIC_READ, false),
  ATOMIC_FETCH_NBI(Does.ATOMIC_READ, true),
  ATOMIC_FETCH_INC(Does.ATOMIC_UPDATE, false),
  ATOMIC_FETCH_INC_NBI(Does.ATOMIC_UPDATE, true),
  ATOMIC_FETCH_ADD(Does.ATOMIC_UPDATE, false),
  ATOMIC_FETCH_ADD_NBI(Does.ATOMIC_UPDATE, true),
  ATOMIC_FETCH_XOR(Does.ATOMIC_UPDATE, false),
  ATOMIC_SWAP(Does.ATOMIC_UPDATE, false),
  ATOMIC_SWAP_NBI(Does.ATOMIC_UPDATE, true),
  ATOMIC_COMPARE_SWAP(Does.ATOMIC_UPDATE, false),
  ATOMIC_COMPARE_SWAP_NBI(Does.ATOMIC_UPDATE, true);

  /** What happens at the target. */
  enum Does {
    READ,
    WRITE,
    ATOMIC_READ,
    ATOMIC_UPDATE
  }

  private final Does does;
  private final boolean nonblocking;

  ShmemOperation(Does does, boolean nonblocking) {
    this.does = does;
    this.nonblocking = nonblocking;
  }

  Does does() {
    return does;
  }

  boolean isNonblocking() {
    return nonblocking;
  }

  boolean isAtomic() {
    return does == Does.ATOMIC_READ || does == Does.ATOMIC_UPDATE;
  }

  boolean isBitwise() {
    return this == ATOMIC_OR || this == ATOMIC_FETCH_XOR;
  }

  /** Whether it returns the old value. */
  boolean fetches() {
    return name().startsWith("ATOMIC_FETCH") || name().contains("SWAP");
  }

  /** Whether it is over at the target when it returns. */
  boolean isFinishedOnReturn() {
    return !nonblocking && (does == Does.READ || fetches());
  }

  boolean isStrided() {
    return this == IPUT || this == IGET;
  }

  boolean isUntyped() {
    return name().contains("MEM");
  }

  boolean hasSignal() {
    return name().contains("SIGNAL");
  }

  /** Whether a buffer of the caller takes part. */
  boolean hasBuffer() {
    return isAtomic() ? fetches() && nonblocking : this != P && this != G;
  }

  /** Its part of function names. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A name for cases. */
  String label() {
    return word().replace("atomic_", "").replace("_", "");
  }
}
