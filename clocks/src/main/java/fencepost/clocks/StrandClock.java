package fencepost.clocks;

import org.jspecify.annotations.Nullable;

/**
 * The moving clock of one strand.
 *
 * <p>Every synchronisation has a time of its own: {@link #tick} makes it, and moves on behind it.
 * So what a strand does after a signal is never covered by that signal, and what it completed at a
 * moment is covered by every signal of that moment or later.
 */
public final class StrandClock implements Clock {
  private final int self;
  private Times known = Times.NONE;
  private long now = 1;
  private long learned;
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
    return learned;
  }

  /** A synchronisation: returns its time, and what comes next is later. */
  public long tick() {
    now += 2;
    present = null;
    return now - 1;
  }

  /** A release: what the strand knows and has done up to here. */
  public Signal signal() {
    return new Signal(known, self, tick());
  }

  /** What the strand knows and is doing at this moment, without a synchronisation. */
  public Signal present() {
    if (present == null) {
      present = new Signal(known, self, now);
    }
    return present;
  }

  /** Whether somebody was told what the strand knows and is doing at this moment. */
  public boolean presentWasTold() {
    return present != null;
  }

  /** An acquire: from here on the strand knows what the signal knew. */
  public void learn(Signal signal) {
    tick();
    if (signal.isKnownTo(this)) {
      return;
    }
    // A signal that has seen the last time this strand learned anything knows all that the strand
    // knows of others.
    known = signal.timeOf(self) >= learned ? signal.all() : known.join(signal.all());
    learned = now;
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
