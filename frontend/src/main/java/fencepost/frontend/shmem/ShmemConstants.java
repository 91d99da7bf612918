package fencepost.frontend.shmem;

import fencepost.frontend.atomic.Goal;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import java.util.function.LongPredicate;

/** The values that an OpenSHMEM library gives to the standard's named constants. */
final class ShmemConstants {
  private static final int FIRST_SLOT = 3;

  private final ApiTable table;
  private final long[] values;

  final long worldTeam;
  final long sharedTeam;
  final long defaultContext;
  final long globalsFrom;
  final long globalsTo;
  final long signalAdd;
  final long barrierSyncSize;
  final long leastWork;

  /** Reads them from the record that introduces a process. */
  ShmemConstants(ApiTable table, RecordCursor process) {
    this.table = table;
    this.values = new long[table.constants().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = process.slot(FIRST_SLOT + i);
    }
    worldTeam = value("FP_TEAM_WORLD");
    sharedTeam = value("FP_TEAM_SHARED");
    defaultContext = value("SHMEM_CTX_DEFAULT");
    globalsFrom = value("fp_globals_from");
    globalsTo = value("fp_globals_to");
    signalAdd = value("FP_SIGNAL_ADD");
    barrierSyncSize = value("SHMEM_BARRIER_SYNC_SIZE");
    leastWork = value("SHMEM_REDUCE_MIN_WRKDATA_SIZE");
  }

  private long value(String name) {
    return values[table.constants().indexOf(name)];
  }

  /** The condition of a wait or test. */
  Goal condition(int comparison, long with, BasicType type) {
    return new Goal(predicate(comparison, with, type), grows(comparison));
  }

  private LongPredicate predicate(int comparison, long with, BasicType type) {
    if (comparison == value("SHMEM_CMP_EQ")) {
      return value -> value == with;
    } else if (comparison == value("SHMEM_CMP_NE")) {
      return value -> value != with;
    } else if (comparison == value("SHMEM_CMP_GT")) {
      return value -> type.compare(value, with) > 0;
    } else if (comparison == value("SHMEM_CMP_GE")) {
      return value -> type.compare(value, with) >= 0;
    } else if (comparison == value("SHMEM_CMP_LT")) {
      return value -> type.compare(value, with) < 0;
    } else if (comparison == value("SHMEM_CMP_LE")) {
      return value -> type.compare(value, with) <= 0;
    }
    throw new BrokenTraceException("there is no comparison " + comparison);
  }

  private boolean grows(int comparison) {
    return comparison == value("SHMEM_CMP_NE")
        || comparison == value("SHMEM_CMP_GT")
        || comparison == value("SHMEM_CMP_GE");
  }
}
