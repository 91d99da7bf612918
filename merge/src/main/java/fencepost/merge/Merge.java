package fencepost.merge;

import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Tells the records of all processes in an order that respects happens-before. The rules are at the
 * top of this package.
 */
public final class Merge {
  private static final int TURN = 4096;

  private final List<Stream> streams = new ArrayList<>();
  private final Bounds bounds = new Bounds();
  private final Agenda agenda = new Agenda();
  private final Deque<Stream> damaged = new ArrayDeque<>();
  private final Runnable whenEvidenceIsMissing;
  private int expected;
  private long told;
  private long unproven;
  private boolean evidenceIsMissing;
  private boolean timeMatters;

  /** Hears the records of one process, one after the other. */
  public interface Listener {
    /**
     * Takes in the record at hand. False if it waits: for a peer that has not been heard of, or for
     * the horizon, which it has asked in vain. It is then offered again.
     */
    boolean hear(RecordCursor record);

    /** The rank of the process; -1 while it has not been heard. */
    default int rank() {
      return -1;
    }
  }

  /** Makes the listener to a stream, who is told how far others have been heard. */
  public interface Listeners {
    Listener listenTo(Horizon horizon);
  }

  /**
   * A merge of no streams.
   *
   * @param whenEvidenceIsMissing is run once, before a record is first tried without its horizon
   */
  public Merge(Runnable whenEvidenceIsMissing) {
    this.whenEvidenceIsMissing = whenEvidenceIsMissing;
  }

  /** Adds the records of a process. */
  public void add(RecordCursor records, TimeFrame time, Listeners listeners) {
    bounds.add();
    Stream stream = new Stream(this, streams.size(), records, time, listeners);
    streams.add(stream);
    agenda.ready(stream);
  }

  /** There will be so many streams: nothing is past before all of them are there. */
  public void expect(int count) {
    expected = Math.max(expected, count);
  }

  /**
   * Tells some of what can be told now; false if there was nothing. Streams that see each other's
   * values are told a few records at a time, so one turn for each may be little.
   *
   * @throws BrokenTraceException once for each stream that is damaged. The rest of it is left out,
   *     and the merge can go on as if that had never been recorded.
   */
  public boolean step() {
    long before = told;
    agenda.readyDry();
    boolean more = true;
    while (more && told < before + TURN) {
      more = round();
      if (!more) {
        agenda.readyAll(streams);
        more = round();
      }
    }
    return told > before;
  }

  /** Tries each stream that may have something to tell; false if none had. */
  private boolean round() {
    long before = told;
    agenda.beginRound();
    for (Stream stream = agenda.poll(); stream != null; stream = agenda.poll()) {
      int some = stream.advance(TURN);
      told += some;
      settle(stream, some);
      releaseHeld();
    }
    throwDamage();
    return told > before;
  }

  private void settle(Stream stream, int some) {
    if (!stream.hasRecord()) {
      agenda.dries(stream);
    } else if (some < TURN && stream.isRefused()) {
      agenda.hold(stream);
    } else if (some == TURN || !stream.isAsleep()) {
      agenda.ready(stream);
    }
  }

  /** Of those that wait for the horizon, the one with the least time sees it first. */
  private void releaseHeld() {
    for (Stream first = agenda.firstHeld();
        first != null && isPast(first.number(), first.refusedUntil());
        first = agenda.firstHeld()) {
      agenda.releaseFirstHeld();
    }
  }

  /** What the stream waits for has come. */
  void wake(Stream stream) {
    agenda.ready(stream);
  }

  /** The rest of the stream is left out. */
  void damaged(Stream stream) {
    damaged.add(stream);
  }

  private void throwDamage() {
    Stream stream = damaged.poll();
    BrokenTraceException damage = stream == null ? null : stream.takeDamage();
    if (damage != null) {
      missEvidence();
      throw damage;
    }
  }

  private void missEvidence() {
    if (!evidenceIsMissing) {
      evidenceIsMissing = true;
      whenEvidenceIsMissing.run();
    }
  }

  /**
   * Whether all streams but one have been told up to the time. Bounds only grow, so an old one is
   * good enough as long as it is late enough.
   */
  boolean isPast(int stream, long time) {
    timeMatters = true;
    if (streams.size() < expected) {
      return false;
    }
    while (true) {
      int least = bounds.leastBut(stream);
      if (least == Bounds.NONE || bounds.isAfter(least, stream, time)) {
        return true;
      }
      if (!raised(least)) {
        return false;
      }
    }
  }

  /** Whether the stream has been told further than was known. */
  private boolean raised(int stream) {
    long heard = streams.get(stream).heardUntil();
    boolean further = heard > bounds.of(stream);
    if (further) {
      bounds.raise(stream, heard);
    }
    return further;
  }

  /** All streams have been told up to this time. */
  long heardFromAll() {
    if (streams.size() < expected) {
      return Long.MIN_VALUE;
    }
    int least = bounds.least();
    for (int i = 0; i < streams.size() && raised(least); i++) {
      least = bounds.least();
    }
    return bounds.of(least);
  }

  /**
   * Goes on although evidence is missing: of the records that only their horizon holds back, the
   * one with the least time is told. False if there is none. To be used only when nothing else can
   * be told any more.
   */
  public boolean goOnUnproven() {
    List<Stream> heldBack =
        streams.stream()
            .filter(Stream::isHeldBack)
            .sorted(Comparator.comparingLong(Stream::heardUntil))
            .toList();
    if (heldBack.isEmpty()) {
      return false;
    }
    missEvidence();
    for (Stream stream : heldBack) {
      if (stream.advanceUnproven()) {
        unproven++;
        told++;
        return true;
      }
    }
    throwDamage();
    return false;
  }

  /** How many records have been told. */
  public long told() {
    return told;
  }

  /** How many records have been told before their horizon was known. */
  public long unproven() {
    return unproven;
  }

  /** Whether times were evidence for some record. */
  public boolean timeMatters() {
    return timeMatters;
  }

  /** Whether every process has told its end. */
  public boolean isComplete() {
    return streams.size() >= expected && streams.stream().allMatch(Stream::hasEnded);
  }

  /** Whether the stream has records that could not be told. */
  public boolean isBlocked(int stream) {
    return streams.get(stream).hasRecord();
  }

  public boolean hasEnded(int stream) {
    return streams.get(stream).hasEnded();
  }

  public int streams() {
    return streams.size();
  }
}
