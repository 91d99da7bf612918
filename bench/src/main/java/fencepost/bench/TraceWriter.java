package fencepost.bench;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;
import fencepost.trace.StrandFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Writes the records of one strand as the capture library would have recorded them; {@link
 * RecordCursor} draws their layout. The files lie in a directory that {@link
 * fencepost.trace.RecordedTrace#create} has prepared.
 */
public final class TraceWriter implements AutoCloseable {
  private static final ApiTable TABLE = ApiTable.of(Model.MPI);
  private static final int LARGEST_RECORD = 1 << 16;

  private final Sink sink;
  private final ByteBuffer buffer;
  private long records;
  private long time;

  /** Where whole records go. */
  interface Sink {
    void write(ByteBuffer records);

    default void close() {}
  }

  private TraceWriter(Sink sink, ByteBuffer buffer) {
    this.sink = sink;
    this.buffer = buffer.order(ByteOrder.nativeOrder());
  }

  /** Writes to somebody who takes the records when {@link #flush} is called, or before. */
  static TraceWriter to(Sink sink, ByteBuffer buffer) {
    return new TraceWriter(sink, buffer);
  }

  /** Opens the file of a strand. The next record must introduce its process. */
  public static TraceWriter open(Path directory, int strand) {
    return new TraceWriter(
        new FileSink(new StrandFile(directory.resolve("strand." + strand))),
        ByteBuffer.allocateDirect(1 << 20));
  }

  // ---- records ----

  public void process(int rank, int size) {
    long pid = 1000L + rank;
    long[] slots =
        LongStream.concat(
                LongStream.of(rank, size, pid),
                TABLE.constants().stream().mapToLong(TraceWriter::constant))
            .toArray();
    write(RecordCursor.PROCESS, 0, 0, slots);
  }

  /** Code that is loaded at an address. */
  public void module(long base, long size, String path) {
    write(RecordCursor.MODULE, 0, 0, RecordBuffer.moduleSlots(base, size, path));
  }

  /** A basic datatype, for example {@code MPI_DOUBLE}. */
  public void datatype(String name, int size) {
    long handle = datatypeHandle(name);
    write(RecordCursor.DATATYPE, 0, 0, handle, handle, size, size);
  }

  public void load(long pc, Run run) {
    access(0, pc, run);
  }

  public void store(long pc, Run run) {
    access(1, pc, run);
  }

  private void access(int flags, long pc, Run run) {
    if (run.rows() > 1) {
      write(
          RecordCursor.ACCESS,
          flags,
          0,
          pc,
          run.start(),
          run.size(),
          run.count(),
          run.stride(),
          run.rows(),
          run.pitch());
    } else if (run.count() > 1) {
      write(RecordCursor.ACCESS, flags, 0, pc, run.start(), run.size(), run.count(), run.stride());
    } else {
      write(RecordCursor.ACCESS, flags, 0, pc, run.start(), run.size());
    }
  }

  /** A call of the API table, to be given its arguments. */
  public Call call(String name) {
    return new Call(TABLE.call(name));
  }

  /** A fetch has returned a value. */
  public void value(long fetch, long value) {
    write(RecordCursor.VALUE, 0, 0, fetch, value);
  }

  /** The process ends in an orderly way. */
  public void end() {
    write(RecordCursor.END, 0, 0);
  }

  /** Nothing is done before that time. */
  public void at(long earliest) {
    time = Math.max(time, earliest);
  }

  /** How many records have been written. */
  public long records() {
    return records;
  }

  // ---- handles ----

  /**
   * The value of one of the standard's constants in made-up traces: modes are bits, everything else
   * is negative, so that it is neither a rank nor a handle.
   */
  public static long constant(String name) {
    int index = TABLE.constants().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("there is no constant " + name + " in the API table");
    }
    return name.startsWith("MPI_MODE_") ? 1L << index % 31 : -2L - index;
  }

  public static long datatypeHandle(String name) {
    return IntStream.range(0, TABLE.datatypes().size())
        .filter(i -> TABLE.datatypes().get(i).name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no datatype " + name));
  }

  // ---- calls ----

  /** One call: arguments by name, then {@link #once}, or {@link #enter} and {@link #leave}. */
  public final class Call {
    private final ApiTable.Call call;
    private long[] slots;

    private Call(ApiTable.Call call) {
      this.call = call;
      this.slots = new long[call.slots()];
    }

    /** An argument, or a word that the capture library adds. */
    public Call with(String argument, long value) {
      slots[call.slot(argument)] = value;
      return this;
    }

    public Call withElements(String argument, long... elements) {
      return withArray(argument, elements.length, elements);
    }

    public Call withStatus(String argument, int source, int tag) {
      return withElements(argument, source, tag, 0);
    }

    /** Arrays lie behind the slots; the slot says where, and how many elements there are. */
    private Call withArray(String argument, int length, long... words) {
      int tail = slots.length;
      slots = Arrays.copyOf(slots, tail + words.length);
      System.arraycopy(words, 0, slots, tail, words.length);
      return with(argument, (long) tail << 32 | length);
    }

    /** The only record of a call that does not wait for others. */
    public void once(long pc) {
      write(pc, 0);
    }

    public void enter(long pc) {
      write(pc, RecordCursor.ENTER);
    }

    public void leave(long pc) {
      write(pc, RecordCursor.LEAVE);
    }

    /** Entered and left, with nothing in between that is recorded. */
    public void around(long pc) {
      enter(pc);
      leave(pc);
    }

    private void write(long pc, int flags) {
      slots[0] = pc;
      slots[ApiTable.TIME] = time;
      TraceWriter.this.write(RecordCursor.CALL, flags, call.code(), slots);
    }
  }

  // ---- the file ----

  private void write(int type, int flags, int call, long... slots) {
    if (buffer.remaining() < Math.min(LARGEST_RECORD, buffer.capacity() / 2)) {
      flush();
    }
    buffer.putLong(RecordCursor.header(0, slots.length, call, flags, type));
    for (long slot : slots) {
      buffer.putLong(slot);
    }
    records++;
    time++;
  }

  /** Hands over what has been written. */
  void flush() {
    sink.write(buffer.flip());
    buffer.clear();
  }

  @Override
  public void close() {
    flush();
    sink.close();
  }

  private record FileSink(StrandFile file) implements Sink {
    @Override
    public void write(ByteBuffer records) {
      file.write(records);
    }

    @Override
    public void close() {
      file.close();
      if (!file.trouble().isEmpty()) {
        throw new UncheckedIOException(new IOException(file.trouble()));
      }
    }
  }
}
