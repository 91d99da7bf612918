package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The strands of one process: its threads, its tasks, and the pieces of work that its threads are
 * given. A strand begins at its fork, and is ordered against others by <em>objects</em>, which tell
 * those who acquire them of those who released them: locks, barriers, the ends of tasks. {@code
 * capture/strand.c} is the writing end.
 */
public final class Strands {
  private static final int FORK = 0;
  private static final int END = 1;
  private static final int RELEASE = 2;
  private static final int RENEW = 3;
  private static final int ACQUIRE = 4;
  private static final int PASS = 5;
  private static final int SILENCE = 6;

  /** What programmers call the constructs, in the order of {@code enum fp_construct}. */
  private static final List<String> CONSTRUCTS =
      List.of(
          "omp parallel",
          "omp barrier",
          "omp critical",
          "an OpenMP lock",
          "omp ordered",
          "omp single",
          "a worksharing construct",
          "omp task",
          "omp taskwait",
          "omp taskgroup",
          "omp task depend",
          "the creation of a thread",
          "the join of a thread",
          "a mutex",
          "a semaphore",
          "a condition variable",
          "a function that is called once",
          "an atomic variable");

  /** More numbers than a process can have strands at a time. */
  private static final long MOST = 1L << 24;

  /** So many of those that are over are looked at for one that is free. */
  private static final int FEW = 8;

  private final Execution execution;
  private final int rank;
  private final Long2ObjectOpenHashMap<Strand> byNumber = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Told> objects = new Long2ObjectOpenHashMap<>();

  /** Strands that are over, which others can go on with that know their end; the longest first. */
  private final Deque<Over> over = new ArrayDeque<>();

  private Strand current;
  private long number;
  private boolean forked;

  private record Over(Strand strand, Signal end) {}

  Strands(Execution execution, Strand first) {
    this.execution = execution;
    this.rank = first.rank;
    this.current = first;
    byNumber.put(0, first);
  }

  /** Whether the process has never had a second strand. */
  public boolean areOne() {
    return !forked;
  }

  /** The strand that makes the records at hand. */
  public Strand current() {
    return current;
  }

  /** The records that follow are those of another strand. */
  public void become(long strand) {
    number = strand;
    current = known(strand);
  }

  /** One that was forked before the recording began is not known: it begins here. */
  private Strand known(long strand) {
    Strand known = byNumber.get(strand);
    return known != null ? known : fork(current, strand);
  }

  /** Something orders the strand at hand against others; returns its name. */
  public String synchronise(RecordCursor record, int site) {
    String construct = construct(record);
    execution.inside(current, construct, site);
    switch (record.flags()) {
      case FORK -> {
        Strand child = fork(known(record.slot(1)), record.slot(2));
        execution.inside(child, construct, site);
        execution.signal(child); // the first that is known of it
      }
      case END -> end(record);
      case RELEASE -> told(record.slot(1)).release(current, execution);
      case RENEW -> {
        objects.remove(record.slot(1));
        told(record.slot(1)).release(current, execution);
      }
      case ACQUIRE -> acquire(record.slot(1));
      case SILENCE -> objects.remove(record.slot(1));
      case PASS -> pass(record.slot(1), record.slot(2));
      default -> throw new BrokenTraceException("a synchronisation of unknown kind");
    }
    return construct;
  }

  static String construct(RecordCursor record) {
    return record.call() < CONSTRUCTS.size() ? CONSTRUCTS.get(record.call()) : "a construct";
  }

  private Strand fork(Strand parent, long child) {
    forked = true;
    if (child <= 0 || child > MOST) {
      throw new BrokenTraceException("a strand with the number " + child);
    }
    Signal begin = execution.signal(parent);
    parent.beginStretch();
    Strand strand = free(begin);
    execution.await(strand, begin);
    byNumber.put(child, strand);
    return strand;
  }

  /** A strand of which all is known to the beginning of the new one, or one that never was. */
  private Strand free(Signal begin) {
    for (int looks = Math.min(FEW, over.size()); looks > 0; looks--) {
      Over next = over.remove();
      if (next.end.isKnownTo(begin)) {
        return next.strand;
      }
      over.add(next);
    }
    return execution.strand(rank);
  }

  private void end(RecordCursor record) {
    Signal end = execution.signal(current);
    current.beginStretch();
    for (int slot = 1; slot < record.slots(); slot++) {
      told(record.slot(slot)).release(current, end);
    }
    byNumber.remove(number);
    over.add(new Over(current, end));
  }

  private void acquire(long object) {
    Told told = objects.get(object);
    if (told != null) {
      told.acquire(current, execution);
    }
  }

  /** At a barrier, which is over when all have passed. */
  private void pass(long object, long strands) {
    acquire(object);
    Told told = objects.get(object);
    if (told != null && ++told.passed >= strands) {
      objects.remove(object);
    }
  }

  private Told told(long object) {
    return objects.computeIfAbsent(object, key -> new Told());
  }
}
