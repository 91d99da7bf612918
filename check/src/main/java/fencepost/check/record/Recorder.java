package fencepost.check.record;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Image;
import fencepost.check.machine.Process;
import fencepost.check.machine.Watcher;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.stream.LongStream;

/** What is recorded of one process. */
public final class Recorder {
  private final Process process;
  private final RecordBuffer records;
  private final Watched watched;
  private final AccessRecorder accesses;
  private int models;
  private boolean endedOne;

  public Recorder(Process process) {
    this.process = process;
    this.records = new RecordBuffer(process.machine()::time, () -> process.strand().number());
    this.watched = new Watched(process.memory());
    this.accesses = new AccessRecorder(records, watched);
  }

  public RecordBuffer records() {
    return records;
  }

  public Watched watched() {
    return watched;
  }

  public Process process() {
    return process;
  }

  /** Whether the process uses a programming model at present. */
  public boolean isRecording() {
    return models > 0;
  }

  /** The process begins to use a model. */
  public void begin(ApiTable table, int rank, int size, Capture capture) {
    long[] slots =
        LongStream.concat(
                LongStream.of(rank, size, 1000L + rank),
                table.constants().stream().mapToLong(capture::constant))
            .toArray();
    records.write(RecordCursor.PROCESS, 0, table.model().code(), slots);
    if (models++ == 0) {
      Image image = process.machine().image();
      records.module(0, image.end(), "program");
      process.watchedBy(accesses);
    }
  }

  /** The process has ended its use of a model. */
  public void end() {
    endedOne = true;
    if (--models == 0) {
      accesses.flush();
      records.write(RecordCursor.END, 0, 0);
      process.watchedBy(Watcher.NOBODY);
    }
  }

  /**
   * The machine has stopped. A program of two models may leave one of them open: it has come to its
   * end if it has ended the other one, and exits.
   */
  public void stopped() {
    Halt end = process.end();
    boolean exits = end != null && end.reason() == Halt.Reason.EXIT;
    while (exits && endedOne && models > 0) {
      end();
    }
  }

  /** Writes out the accesses so far: before every record of a call, so that order is kept. */
  void flush() {
    accesses.flush();
  }

  /** A record of the capture library that is no call. */
  public void write(int type, long... slots) {
    records.write(type, 0, 0, slots);
  }
}
