package fencepost.check.gaspi;

import fencepost.check.record.Capture;
import fencepost.check.record.Watched;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code capture/gaspi.c} does around the calls of GASPI, function by function. */
final class GaspiCapture implements Capture {
  private static final long BLOCK = -1;

  private final GaspiProcess process;
  private final Watched watched;
  private final Map<Long, Attempt> underWay = new HashMap<>();

  /** What of a group's collective is under way. */
  private enum Attempt {
    COLLECTIVE,
    WATCHED_REDUCTION
  }

  GaspiCapture(GaspiProcess process) {
    this.process = process;
    this.watched = process.recorder.watched();
  }

  @Override
  public long constant(String name) {
    return Outcome.valueOf(name.replaceFirst("^GASPI_", "")).code;
  }

  @Override
  public int sizeOf(String type) {
    return Types.sizeOf(type);
  }

  @Override
  public long call(String function, Arguments a) {
    switch (function) {
      case "fp_gaspi_started" ->
          process.recorder.begin(GaspiLibrary.TABLE, process.rank(), process.world.size(), this);
      case "fp_gaspi_finished" -> process.recorder.end();
      case "fp_segment" -> {
        return segment(a.value(0), a.value(1));
      }
      case "fp_segment_deleted" -> watched.withdrawWindow(segmentName(a.value(0)));
      case "fp_first_attempt" -> {
        return isFirstAttempt(a.value(0)) ? 1 : 0;
      }
      case "fp_first_reduction" -> {
        return isFirstReduction(a) ? 1 : 0;
      }
      case "fp_attempt_over" -> {
        return isOver(a.value(0), a.value(1)) ? 1 : 0;
      }
      case "fp_element_size" -> {
        return Reduction.elementSize((int) a.value(0));
      }
      default -> throw new IllegalArgumentException("the table calls " + function);
    }
    return 0;
  }

  // ---- segments ----

  /** Names that are neither addresses nor numbers, as handles of MPI are. */
  private static long segmentName(long segment) {
    return 1L << 63 | Types.unsigned(segment, "gaspi_segment_id_t");
  }

  private static long reductionName(long group) {
    return 3L << 62 | Types.unsigned(group, "gaspi_group_t");
  }

  private long segment(long number, long size) {
    long base = process.segment((int) Types.unsigned(number, "gaspi_segment_id_t")).base;
    watched.window(segmentName(number), base, size);
    return base;
  }

  // ---- collectives: the attempts up to the one that succeeds are one call ----

  private boolean isFirstAttempt(long group) {
    return underWay.putIfAbsent(group, Attempt.COLLECTIVE) == null;
  }

  /** Between the attempts, the program may touch the buffers that the reduction is using. */
  private boolean isFirstReduction(Arguments a) {
    long group = a.value(0);
    boolean first = isFirstAttempt(group);
    if (first && a.value(4) != BLOCK) {
      watched.window(reductionName(group), a.value(1), a.value(3));
      watched.window(reductionName(group), a.value(2), a.value(3));
      underWay.put(group, Attempt.WATCHED_REDUCTION);
    }
    return first;
  }

  private boolean isOver(long group, long code) {
    if (code == Outcome.TIMEOUT.code) {
      return false;
    }
    if (underWay.remove(group) == Attempt.WATCHED_REDUCTION) {
      watched.withdrawWindow(reductionName(group));
    }
    return true;
  }

  // ---- there are neither communicators nor datatypes ----

  @Override
  public List<Integer> ranks(String function, long handle) {
    return List.of();
  }

  @Override
  public void describe(long datatype) {}
}
