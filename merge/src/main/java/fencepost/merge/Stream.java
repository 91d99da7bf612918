package fencepost.merge;

import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import org.jspecify.annotations.Nullable;

/** The records of one process, and how far they have been told. */
final class Stream implements Horizon {
  private static final long NEVER = Long.MAX_VALUE;

  private final RecordCursor records;
  private final Merge merge;
  private final int number;
  private final TimeFrame time;
  private final Merge.Listener listener;

  /** The time of the last call that was told. */
  private long heard = Long.MIN_VALUE;

  /** Since when another thread of the process is in a call that is recorded later. */
  private long otherThreadSince = NEVER;

  private boolean ended;

  /** Whether the rest of the records is left out, because they are damaged from here on. */
  private boolean cut;

  /** The damage, as long as nobody has been told of it. */
  private @Nullable BrokenTraceException damage;

  /** Whether the record at hand has asked for the horizon in vain. */
  private boolean refused;

  private long refusedUntil;

  /** Whether it is woken when what it waits for has come. */
  private boolean asleep;

  /** Kept by the {@link Agenda}. */
  Agenda.Place place = Agenda.Place.NOWHERE;

  /** Whether the record at hand is told although its horizon is not known. */
  private boolean exempt;

  Stream(Merge merge, int number, RecordCursor records, TimeFrame time, Merge.Listeners listeners) {
    this.merge = merge;
    this.number = number;
    this.records = records;
    this.time = time;
    this.listener = listeners.listenTo(this);
  }

  /** Tells up to so many records; returns how many. */
  int advance(int most) {
    int told = 0;
    while (told < most && hasRecord() && tell()) {
      records.advance();
      told++;
    }
    return told;
  }

  boolean hasRecord() {
    try {
      if (cut || !records.hasRecord()) {
        return false;
      }
      if (records.type() == RecordCursor.CALL) {
        records.slot(ApiTable.TIME); // others may ask for it
      }
      return true;
    } catch (BrokenTraceException e) {
      cutOff(e);
      return false;
    }
  }

  private void cutOff(BrokenTraceException why) {
    cut = true;
    refused = false;
    damage = new BrokenTraceException(listener.rank(), records.position(), why);
    merge.damaged(this);
  }

  /** Damage that nobody has been told of yet. */
  @Nullable BrokenTraceException takeDamage() {
    BrokenTraceException taken = damage;
    damage = null;
    return taken;
  }

  private boolean tell() {
    try {
      return tellRecord();
    } catch (BrokenTraceException e) {
      cutOff(e);
      return false;
    }
  }

  private boolean tellRecord() {
    refused = false;
    asleep = false;
    if (records.type() == RecordCursor.CALLING) {
      otherThreadSince = time.earliest(records.slot(0));
      return true;
    }
    if (!listener.hear(records)) {
      return false;
    }
    if (records.type() == RecordCursor.CALL) {
      heard = Math.max(heard, timeOfCall());
      otherThreadSince = NEVER;
    } else if (records.type() == RecordCursor.END) {
      ended = true;
    }
    return true;
  }

  /** Nothing of the process before that time is still to be told. */
  long heardUntil() {
    if (ended) {
      return Long.MAX_VALUE;
    }
    if (hasRecord()) {
      return records.type() == RecordCursor.CALL ? timeOfCall() : heard;
    }
    if (cut) {
      return heard;
    }
    long nothingBefore = time.earliest(records.heardUntil());
    return Math.max(heard, Math.min(nothingBefore, otherThreadSince));
  }

  private long timeOfCall() {
    return Math.min(time.earliest(records.slot(ApiTable.TIME)), otherThreadSince);
  }

  @Override
  public boolean isPast(long moment) {
    if (exempt || merge.isPast(number, moment)) {
      return true;
    }
    refused = true;
    refusedUntil = moment;
    return false;
  }

  @Override
  public long heardFromAll() {
    return merge.heardFromAll();
  }

  @Override
  public Runnable sleep() {
    asleep = true;
    return () -> {
      if (asleep) {
        asleep = false;
        merge.wake(this);
      }
    };
  }

  int number() {
    return number;
  }

  /** What the record at hand has asked for in vain. */
  long refusedUntil() {
    return refusedUntil;
  }

  boolean isRefused() {
    return refused;
  }

  boolean isAsleep() {
    return asleep;
  }

  @Override
  public TimeFrame time() {
    return time;
  }

  // ---- when evidence is missing ----

  /** Whether only the horizon holds it back. */
  boolean isHeldBack() {
    return refused && hasRecord();
  }

  /** Tells the record at hand without its horizon; false if it waits for a peer as well. */
  boolean advanceUnproven() {
    exempt = true;
    int told = advance(1);
    exempt = false;
    return told > 0;
  }

  boolean hasEnded() {
    return ended;
  }
}
