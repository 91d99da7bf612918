package fencepost.bench;

import fencepost.bench.TraceWriter.Call;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A made-up MPI process with one window over MPI_COMM_WORLD, told call by call. Every statement
 * names its source line; lines are addresses in a module that no file holds.
 */
public final class MpiScript implements AutoCloseable {
  private static final long CODE = 0x400000;
  private static final long CODE_SIZE = 0x1000000;
  private static final long WINDOW = 1;
  private static final long DOUBLE = TraceWriter.datatypeHandle("MPI_DOUBLE");
  private static final long INT = TraceWriter.datatypeHandle("MPI_INT");
  private static final long WORLD = TraceWriter.constant("MPI_COMM_WORLD");

  private final TraceWriter writer;

  private MpiScript(TraceWriter writer) {
    this.writer = writer;
  }

  /** The process of a rank, after MPI_Init. */
  public static MpiScript start(Path directory, int rank, int ranks) throws IOException {
    return start(TraceWriter.open(directory, rank), rank, ranks);
  }

  static MpiScript start(TraceWriter writer, int rank, int ranks) {
    writer.process(rank, ranks);
    writer.datatype("MPI_DOUBLE", Double.BYTES);
    writer.datatype("MPI_INT", Integer.BYTES);
    writer.module(CODE, CODE_SIZE, "/made/up/program");
    return new MpiScript(writer);
  }

  /** The address that a call in the line returns to. */
  private static long pc(int line) {
    return CODE + 4L * line + 4;
  }

  public long records() {
    return writer.records();
  }

  /** Nothing is done before that time. A record is a unit of time, from 0 on. */
  public MpiScript at(long time) {
    writer.at(time);
    return this;
  }

  // ---- loads and stores ----

  public MpiScript load(int line, Run run) {
    writer.load(pc(line), run);
    return this;
  }

  public MpiScript store(int line, Run run) {
    writer.store(pc(line), run);
    return this;
  }

  // ---- the window ----

  public MpiScript createWindow(int line, long base, long size) {
    writer
        .call("MPI_Win_create")
        .with("base", base)
        .with("size", size)
        .with("disp_unit", 1)
        .with("comm", WORLD)
        .with("win", WINDOW)
        .around(pc(line));
    return this;
  }

  public MpiScript freeWindow(int line) {
    return onWindow("MPI_Win_free", line);
  }

  public MpiScript put(int line, long origin, int doubles, int target, long displacement) {
    writer
        .call("MPI_Put")
        .with("origin_addr", origin)
        .with("origin_count", doubles)
        .with("origin_datatype", DOUBLE)
        .with("target_rank", target)
        .with("target_disp", displacement)
        .with("target_count", doubles)
        .with("target_datatype", DOUBLE)
        .with("win", WINDOW)
        .once(pc(line));
    return this;
  }

  /** Adds to an int at the target. */
  public MpiScript accumulate(int line, long origin, int target, long displacement) {
    writer
        .call("MPI_Accumulate")
        .with("origin_addr", origin)
        .with("origin_count", 1)
        .with("origin_datatype", INT)
        .with("target_rank", target)
        .with("target_disp", displacement)
        .with("target_count", 1)
        .with("target_datatype", INT)
        .with("op", TraceWriter.constant("MPI_SUM"))
        .with("win", WINDOW)
        .once(pc(line));
    return this;
  }

  /** Adds one to an int at the target; the value before it comes under a number. */
  public MpiScript increment(int line, long origin, long result, int target, long number) {
    writer
        .call("MPI_Fetch_and_op")
        .with("origin_addr", origin)
        .with("result_addr", result)
        .with("datatype", INT)
        .with("target_rank", target)
        .with("target_disp", 0)
        .with("op", TraceWriter.constant("MPI_SUM"))
        .with("win", WINDOW)
        .with("operand", 1)
        .with("fetch", number)
        .once(pc(line));
    return this;
  }

  /** A flush that returns at the time, with the value of a fetch, and proves the locks held. */
  public MpiScript flushAll(int line, long returns, long fetch, long value) {
    Call flush = window("MPI_Win_flush_all").with("held", 1);
    flush.enter(pc(line));
    writer.value(fetch, value);
    at(returns);
    flush.leave(pc(line));
    return this;
  }

  public MpiScript fence(int line) {
    return onWindow("MPI_Win_fence", line);
  }

  public MpiScript lockAll(int line) {
    return onWindow("MPI_Win_lock_all", line);
  }

  /** A lock on one target, which is held at the latest when it is unlocked. */
  public MpiScript lock(int line, int target, boolean exclusive) {
    window("MPI_Win_lock")
        .with(
            "lock_type", TraceWriter.constant(exclusive ? "MPI_LOCK_EXCLUSIVE" : "MPI_LOCK_SHARED"))
        .with("rank", target)
        .around(pc(line));
    return this;
  }

  public MpiScript unlock(int line, int target) {
    window("MPI_Win_unlock").with("rank", target).with("held", 1).around(pc(line));
    return this;
  }

  /** The first flush after something was sent proves the locks held. */
  public MpiScript flushAll(int line, boolean first) {
    window("MPI_Win_flush_all").with("held", first ? 1 : 0).around(pc(line));
    return this;
  }

  public MpiScript unlockAll(int line) {
    return onWindow("MPI_Win_unlock_all", line);
  }

  private MpiScript onWindow(String call, int line) {
    window(call).around(pc(line));
    return this;
  }

  private Call window(String call) {
    return writer.call(call).with("win", WINDOW);
  }

  // ---- other synchronisation ----

  public MpiScript barrier(int line) {
    writer.call("MPI_Barrier").with("comm", WORLD).around(pc(line));
    return this;
  }

  /** Sends one int. */
  public MpiScript send(int line, long buffer, int to, int tag) {
    message("MPI_Send", buffer, tag).with("dest", to).around(pc(line));
    return this;
  }

  /** Receives one int. */
  public MpiScript receive(int line, long buffer, int from, int tag) {
    message("MPI_Recv", buffer, tag)
        .with("source", from)
        .withStatus("status", from, tag)
        .around(pc(line));
    return this;
  }

  private Call message(String call, long buffer, int tag) {
    return writer
        .call(call)
        .with("buf", buffer)
        .with("count", 1)
        .with("datatype", INT)
        .with("tag", tag)
        .with("comm", WORLD);
  }

  /** MPI_Finalize has been called; without it the trace is that of a crash. */
  public void end() {
    writer.end();
  }

  @Override
  public void close() {
    writer.close();
  }
}
