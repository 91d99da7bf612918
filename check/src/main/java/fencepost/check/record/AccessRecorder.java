package fencepost.check.record;

import fencepost.check.machine.Watcher;
import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Writes loads and stores of watched memory, and among strands of all memory that is not private to
 * one of them; those of a loop are one record. The counterpart of {@code capture/access.c}: a run
 * is what one instruction has touched since the last call, {@code count} accesses {@code stride}
 * bytes apart, and, for nested loops, {@code rows} of such rows {@code pitch} bytes apart.
 */
final class AccessRecorder implements Watcher {
  private static final int LOAD = 0;
  private static final int STORE = 1;
  private static final int FREE = 2;
  private static final int SCOPE = 3;
  private static final int ATOMIC_LOAD = 5;
  private static final int ATOMIC_STORE = 6;
  private static final int JUMP = 7;
  private static final int MOST_RUNS = 256;

  private final RecordBuffer records;
  private final Watched watched;
  private final StrandRecorder strands;
  private final LongUnaryOperator path;
  private final Map<Key, Run> runs = new LinkedHashMap<>();
  private int strandOfRuns;
  private boolean atomic;

  private record Key(long site, int kind) {}

  /**
   * @param path a code address with the path on which the program came there
   */
  AccessRecorder(
      RecordBuffer records, Watched watched, StrandRecorder strands, LongUnaryOperator path) {
    this.path = path;
    this.records = records;
    this.watched = watched;
    this.strands = strands;
  }

  @Override
  public void load(long address, long size, long site) {
    touch(address, size, atomic ? ATOMIC_LOAD : LOAD, site);
  }

  @Override
  public void store(long address, long size, long site) {
    touch(address, size, atomic ? ATOMIC_STORE : STORE, site);
  }

  @Override
  public void free(long address, long size, long site) {
    touch(address, size, FREE, site);
  }

  @Override
  public void leave(long from, long to, long site) {
    watched.end(from, to, (at, size) -> write(at, size, SCOPE, site));
  }

  @Override
  public void jump(long from, long to, long site) {
    watched.end(from, to, (at, size) -> write(at, size, JUMP, site));
  }

  @Override
  public void atomic(boolean is) {
    atomic = is;
  }

  @Override
  public void atomicLoad(long address, boolean acquires, long site) {
    strands.atomicLoad(address, acquires, site + 1);
  }

  @Override
  public void atomicStore(long address, boolean releases, boolean updates, long site) {
    strands.atomicStore(address, releases, updates, site + 1);
  }

  @Override
  public void fence(boolean acquires, boolean releases, long site) {
    strands.fence(acquires, releases, site + 1);
  }

  private void touch(long at, long size, int kind, long site) {
    if (strands.mayMeetOthers(at) || watched.isWatched(at, size)) {
      write(at, size, kind, site);
    }
  }

  /** A code address is that of the instruction behind a call; so is every place. */
  private void write(long at, long size, int kind, long site) {
    if (strands.current() != strandOfRuns) {
      flush();
      strandOfRuns = strands.current();
    }
    long place = path.applyAsLong(site + 1);
    Key key = new Key(place, kind);
    Run run = runs.get(key);
    if (run == null || run.size != size || isEnd(kind) || !run.extend(at)) {
      if (run != null) {
        run.write(records, strandOfRuns);
      } else if (runs.size() >= MOST_RUNS) {
        flush();
      }
      runs.put(key, new Run(place, kind, at, size));
    }
  }

  private static boolean isEnd(int kind) {
    return kind == FREE || kind == SCOPE || kind == JUMP;
  }

  /** Before every record of another kind, so that program order is kept. */
  void flush() {
    runs.values().forEach(run -> run.write(records, strandOfRuns));
    runs.clear();
  }

  private static final class Run {
    private final long site;
    private final int kind;
    private final long size;
    private long first;
    private long stride;
    private long count = 1;
    private long origin;
    private long pitch;
    private long rows;
    private long rowCount;

    Run(long site, int kind, long first, long size) {
      this.site = site;
      this.kind = kind;
      this.first = first;
      this.size = size;
    }

    /** Whether the run goes on with this access. */
    boolean extend(long at) {
      if (rows == 0 && count == 1) {
        if (at != first) {
          stride = at - first;
          count = 2;
        }
        return true;
      }
      boolean inRow = rows == 0 || count < rowCount;
      if (inRow && at == first + stride * count) {
        count++;
        return true;
      }
      if (rows == 0) {
        origin = first;
        rowCount = count;
        pitch = at - first;
      } else if (count != rowCount || at != origin + pitch * (rows + 1)) {
        return false;
      }
      rows++;
      first = at;
      count = 1;
      return true;
    }

    void write(RecordBuffer records, int strand) {
      if (rows == 0) {
        write(records, strand, first, count, 1);
      } else if (count == rowCount) {
        write(records, strand, origin, rowCount, rows + 1);
      } else {
        write(records, strand, origin, rowCount, rows);
        write(records, strand, first, count, 1);
      }
    }

    private void write(RecordBuffer records, int strand, long start, long elements, long lines) {
      if (lines > 1) {
        records.writeOf(
            strand,
            RecordCursor.ACCESS,
            kind,
            0,
            site,
            start,
            size,
            elements,
            stride,
            lines,
            pitch);
      } else if (elements > 1) {
        records.writeOf(strand, RecordCursor.ACCESS, kind, 0, site, start, size, elements, stride);
      } else {
        records.writeOf(strand, RecordCursor.ACCESS, kind, 0, site, start, size);
      }
    }
  }
}
