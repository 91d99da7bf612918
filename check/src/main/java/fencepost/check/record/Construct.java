package fencepost.check.record;

/** What the program calls the thing that orders its strands: {@code enum fp_construct}. */
public enum Construct {
  PARALLEL(0),
  BARRIER(1),
  CRITICAL(2),
  LOCK(3),
  ORDERED(4),
  SINGLE(5),
  WORKSHARE(6),
  TASK(7),
  TASKWAIT(8),
  TASKGROUP(9),
  DEPEND(10),
  THREAD(11),
  JOIN(12),
  MUTEX(13),
  SEMAPHORE(14),
  CONDITION(15),
  ONCE_ONLY(16),
  ATOMIC(17);

  private final int code;

  Construct(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
