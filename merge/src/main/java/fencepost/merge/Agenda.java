package fencepost.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Which streams are to be tried, in rounds: in each, one after the other in the order of their
 * numbers. A stream is not tried while it is known what it waits for and that has not come, so that
 * a round costs what it can tell and not the number of streams.
 *
 * <pre>
 *   now, next   to be tried in this round, and in the next one
 *   held        waits for the horizon: the one with the least time is the first to see it
 *   dry         had no record when it was last tried
 *   asleep      waits for somebody who will wake it
 * </pre>
 */
final class Agenda {
  private static final Comparator<Stream> BY_NUMBER = Comparator.comparingInt(Stream::number);

  private PriorityQueue<Stream> now = new PriorityQueue<>(BY_NUMBER);
  private PriorityQueue<Stream> next = new PriorityQueue<>(BY_NUMBER);
  private final PriorityQueue<Stream> held =
      new PriorityQueue<>(Comparator.comparingLong(Stream::refusedUntil).thenComparing(BY_NUMBER));
  private final List<Stream> dry = new ArrayList<>();

  /** The stream that was tried last; between rounds, all of them have been. */
  private int last = Integer.MAX_VALUE;

  /** Begins a round with those that are to be tried in it. */
  void beginRound() {
    PriorityQueue<Stream> before = now;
    now = next;
    next = before;
    last = -1;
  }

  /** The next stream of the round; null if there is none. */
  @Nullable Stream poll() {
    Stream stream = now.poll();
    if (stream != null) {
      stream.place = Place.NOWHERE;
    }
    last = stream == null ? Integer.MAX_VALUE : stream.number();
    return stream;
  }

  /** Where a stream is at present. */
  enum Place {
    NOWHERE,
    QUEUED,
    HELD,
    DRY
  }

  /** The stream may have something to tell: in this round, if its turn is still to come. */
  void ready(Stream stream) {
    if (stream.place == Place.NOWHERE) {
      stream.place = Place.QUEUED;
      (stream.number() > last ? now : next).add(stream);
    }
  }

  /** The stream waits for the horizon. */
  void hold(Stream stream) {
    stream.place = Place.HELD;
    held.add(stream);
  }

  /** The stream has no record. */
  void dries(Stream stream) {
    stream.place = Place.DRY;
    dry.add(stream);
  }

  /** The one that waits for the least time. */
  @Nullable Stream firstHeld() {
    return held.peek();
  }

  void releaseFirstHeld() {
    Stream stream = held.remove();
    stream.place = Place.NOWHERE;
    ready(stream);
  }

  /** Those without a record may have one by now. */
  void readyDry() {
    List<Stream> tried = List.copyOf(dry);
    dry.clear();
    for (Stream stream : tried) {
      stream.place = Place.NOWHERE;
      ready(stream);
    }
  }

  /** Whatever they wait for, all are to be tried. */
  void readyAll(List<Stream> streams) {
    held.forEach(stream -> stream.place = Place.NOWHERE);
    held.clear();
    readyDry();
    streams.forEach(this::ready);
  }
}
