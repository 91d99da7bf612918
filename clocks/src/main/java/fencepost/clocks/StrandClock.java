package fencepost.clocks;

import org.jspecify.annotations.Nullable;

/**
 * The moving clock of one strand.
 *
 * <p>Every synchronisation that tells or teaches something has a time of its own: {@link #tick}
 * makes it, and moves on behind it. So what a strand does after a signal is never covered by that
 * signal, and what it completed at a moment is covered by every signal of that moment or later.
 */
public final class StrandClock implements Clock {
  private final int self;
  private Times known = Times.NONE;

  /** What of it is certain; null if all of it is. */
  private @Nullable Times certain;

  /** When what is certain became what, if that is to be remembered. */
  private @Nullable Certainties history;

  private long now = 1;
  private Signal.@Nullable Lesson lesson;
  private @Nullable Signal present;

  public StrandClock(int self) {
    this.self = self;
  }

  /** The time of what the strand does at present. */
  public long now() {
    return now;
  }

  @Override
  public long timeOf(int strand) {
    return strand == self ? now : known.of(strand);
  }

  /** When the strand last heard something of others that was new to it. */
  public long learned() {
    return lesson == null ? 0 : lesson.time();
  }

  /** A synchronisation: returns its time, and what comes next is later. */
  public long tick() {
    now += 2;
    present = null;
    return now - 1;
  }

  /** A release: what the strand knows and has done up to here. */
  public Signal signal() {
    return at(tick());
  }

  /** What the strand knows and is doing at this moment, without a synchronisation. */
  public Signal present() {
    if (present == null) {
      present = at(now);
    }
    return present;
  }

  private Signal at(long time) {
    return new Signal(
        known,
        self,
        time,
        certain == null ? null : new Signal(certain, self, time, null, null),
        lesson);
  }

  /** Whether somebody was told what the strand knows and is doing at this moment. */
  public boolean presentWasTold() {
    return present != null;
  }

  /**
   * An acquire: from here on the strand knows what the signal knew. If it has known all of it, its
   * time goes on as if nothing had been acquired.
   */
  public void learn(Signal signal) {
    if (signal.isKnownTo(this)) {
      return;
    }
    tick();
    Times before = known;
    known = with(signal);
    lesson = signal.learnedAt(now, learned());
    if (certain != null || signal.certain() != signal) {
      Times sure = (certain == null ? before : certain).join(signal.certain().all());
      certain = sure.areSameAs(known) ? null : sure; // a barrier leaves nothing to luck
    }
    remember();
  }

  private Times with(Signal signal) {
    // A signal that has seen the last time this strand learned anything knows all that the strand
    // knows of others.
    if (signal.timeOf(self) >= learned()) {
      return signal.all();
    }
    return signal.isOnlyItselfTo(this)
        ? known.with(signal.strand(), signal.timeOf(signal.strand()))
        : known.join(signal.all());
  }

  /** What the strand knew by luck is certain: it has seen what the signal's strand did. */
  public void isCertainOf(Signal signal) {
    tick();
    if (certain != null) {
      certain = certain.join(signal.certain().all());
      remember();
    }
  }

  /** From now on, what was certain when can be asked for. */
  public void remembers() {
    history = new Certainties();
  }

  private void remember() {
    if (history != null) {
      history.add(now, certain == null ? known : certain);
    }
  }

  /** What was certain at a time that nobody has forgotten. */
  public Signal certainAt(long time) {
    Times then = history == null ? Times.NONE : history.at(time);
    return new Signal(then, self, time, null, null);
  }

  /** What was certain until the time will not be asked for. */
  public void forgetUntil(long time) {
    if (history != null) {
      history.forgetUntil(time);
    }
  }

  @Override
  public Clock certain() {
    Times sure = certain;
    return sure == null ? this : strand -> strand == self ? now : sure.of(strand);
  }

  /** What is certain at present. */
  Signal certainly() {
    return new Signal(certain == null ? known : certain, self, now, null, null);
  }

  /** Whether it knows of all these times. */
  boolean knows(Times times) {
    return times.of(self) <= now && known.coverAllBut(self, times);
  }

  /** All that the strand knows at present, itself included. */
  Times all() {
    return known.with(self, now);
  }
}
