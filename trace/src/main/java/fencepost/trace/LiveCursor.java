package fencepost.trace;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Walks over the records of a process that runs, here or on another node. */
public abstract class LiveCursor extends RecordCursor {
  /** Set by another thread, read before each record: whether no more of them are taken. */
  private final AtomicBoolean cutOff = new AtomicBoolean();

  private @Nullable StrandFile copy;

  /** From now on all records are also kept in the file. */
  final void copyTo(Path file) {
    copy = new StrandFile(file);
  }

  /** Records that have been taken in are kept, if they are to be. */
  protected final void copy(ByteBuffer records) {
    if (copy != null) {
      copy.write(records);
    }
  }

  /** Whatever is there or still comes is left there. May be called by any thread. */
  final void cutOff() {
    cutOff.set(true);
  }

  protected final boolean isCutOff() {
    return cutOff.getOpaque();
  }

  /** Why the copy is not whole; empty if it is, or if there is none. */
  final String copyTrouble() {
    return copy == null ? "" : copy.trouble();
  }

  /** How many bytes the writer is ahead. */
  public abstract long backlog();

  /** Whether the writer waits for us, or soon will. */
  public abstract boolean isNearlyFull();

  /**
   * Takes everything that is written into memory, so that the writer need not wait although its
   * records cannot be read yet. Nothing is left out, and they are read in their order.
   */
  public abstract void setAside();

  /** How many bytes can be written before they are read. */
  protected abstract int capacity();

  /** Bytes in memory that have been taken in before their turn. */
  public abstract long bytesAside();

  /** Whether the writer had to leave something out. */
  public abstract boolean lostRecords();

  /** Since when the writer is in a call that is not recorded, or 0; when it is over. */
  protected abstract long finish();

  @Override
  public final void close() {
    StrandFile to = copy;
    if (to == null) {
      return;
    }
    try {
      long calling = finish();
      if (calling != 0) {
        to.write(calling(calling));
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      to.stop("the end of it is missing: " + e.getMessage());
    }
    to.close();
  }
}
