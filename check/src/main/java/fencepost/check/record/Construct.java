package fencepost.check.record;

/** What the program calls the thing that orders its strands: {@code enum fp_construct}. */
public enum Construct {
  PARALLEL,
  BARRIER,
  CRITICAL,
  LOCK,
  ORDERED,
  SINGLE,
  WORKSHARE,
  TASK,
  TASKWAIT,
  TASKGROUP,
  DEPEND,
  THREAD,
  JOIN,
  MUTEX,
  SEMAPHORE,
  CONDITION,
  ONCE_ONLY,
  ATOMIC
}
