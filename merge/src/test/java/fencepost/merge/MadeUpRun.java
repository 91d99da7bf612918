package fencepost.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A run of some processes in which each call takes time: it begins, has its effect at some later
 * moment, and returns at a moment after that, while the others go on. The records are those of the
 * capture library: calls that others may wait for carry the time of their entry, calls that wait
 * carry that of their return.
 */
final class MadeUpRun {
  static final int NOBODY = -1;
  private static final int CALLS = 25;
  private static final int BARRIERS = 3;

  private final Random random;
  private final List<Process> processes = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Deque<Integer>> messages = new ArrayList<>();
  private final Set<Integer> updates = new HashSet<>();
  private final List<Integer> arrivals = new ArrayList<>();
  private int lockHolder = NOBODY;
  private long now;

  /** What a process does. */
  private enum Call {
    SEND,
    RECEIVE,
    UPDATE,
    FETCH,
    LOCK,
    BARRIER
  }

  /**
   * A record.
   *
   * @param time the one that it carries
   * @param written when it came to be in the stream
   * @param peers records whose names it knows
   * @param saw records that it must come after, which it does not know
   * @param observes whether everything before its time must be known
   */
  record Event(
      int number,
      long time,
      long written,
      Set<Integer> peers,
      Set<Integer> saw,
      boolean observes,
      boolean provesLock,
      boolean releasesLock) {}

  /** A process and the call that it is in; steps lead through the call. */
  private final class Process {
    final int rank;
    final List<Event> written = new ArrayList<>();
    final List<long[]> unrecorded = new ArrayList<>();
    int callsLeft = CALLS;
    Call call = Call.SEND;
    int step;
    long entered;
    int pending = NOBODY;
    int barriersLeft;
    Set<Integer> seen = Set.of();

    Process(int rank) {
      this.rank = rank;
    }

    boolean isDone() {
      return step == 0 && callsLeft == 0 && barriersLeft == 0;
    }

    void go() {
      if (step == 0) {
        begin();
      } else {
        proceed();
      }
    }

    private void begin() {
      boolean barrier = barriersLeft > 0 && (callsLeft == 0 || random.nextInt(8) == 0);
      if (!barrier && callsLeft == 0) {
        return;
      }
      call = barrier ? Call.BARRIER : Call.values()[random.nextInt(Call.values().length - 1)];
      if (call == Call.RECEIVE && messages.get(rank).isEmpty()) {
        call = Call.UPDATE;
      }
      if (barrier) {
        barriersLeft--;
      } else {
        callsLeft--;
      }
      entered = now;
      step = 1;
      switch (call) {
        case SEND, UPDATE -> pending = newNumber();
        case RECEIVE, FETCH, LOCK -> record(entered, Set.of(), Set.of(), false, false, false);
        case BARRIER ->
            arrivals.add(record(entered, Set.of(), Set.of(), false, false, false).number());
      }
    }

    private void proceed() {
      switch (call) {
        case SEND -> {
          if (effectOr()) {
            messages.get(random.nextInt(processes.size())).add(pending);
          }
        }
        case UPDATE -> {
          if (effectOr()) {
            updates.add(pending);
          }
        }
        case RECEIVE -> {
          int message = messages.get(rank).remove();
          leave(Set.of(message), Set.of(), false);
        }
        case FETCH -> {
          if (step == 1) {
            seen = Set.copyOf(updates);
            step = 2;
          } else {
            leave(Set.of(), seen, true);
          }
        }
        case LOCK -> lock();
        case BARRIER -> {
          if (barrierIsFull()) {
            leave(myBarrier(), Set.of(), false);
          }
        }
      }
    }

    /** A call that is recorded with the time of its entry, when it returns; whether it acts now. */
    private boolean effectOr() {
      if (step++ == 1) {
        return true;
      }
      unrecorded.add(new long[] {entered, now});
      add(new Event(pending, entered, now, Set.of(), Set.of(), false, false, false));
      step = 0;
      return false;
    }

    /** Lock, and a flush that proves it; then an unlock, which lets the next one in early. */
    private void lock() {
      switch (step) {
        case 1 -> {
          if (lockHolder == NOBODY) {
            lockHolder = rank;
            step = 2;
          }
        }
        case 2 -> {
          record(now, Set.of(), Set.of(), true, true, false);
          step = 3;
        }
        case 3 -> {
          record(now, Set.of(), Set.of(), false, false, true); // the entry of the unlock
          step = 4;
        }
        case 4 -> {
          lockHolder = NOBODY;
          step = 5;
        }
        default -> leave(Set.of(), Set.of(), random.nextBoolean());
      }
    }

    private boolean barrierIsFull() {
      int number = BARRIERS - barriersLeft;
      return arrivals.size() >= number * processes.size();
    }

    private Set<Integer> myBarrier() {
      int number = BARRIERS - barriersLeft;
      return new HashSet<>(
          arrivals.subList((number - 1) * processes.size(), number * processes.size()));
    }

    private void leave(Set<Integer> peers, Set<Integer> saw, boolean observes) {
      record(now, peers, saw, observes, false, false);
      step = 0;
    }

    private Event record(
        long time,
        Set<Integer> peers,
        Set<Integer> saw,
        boolean observes,
        boolean proves,
        boolean releases) {
      return add(new Event(newNumber(), time, now, peers, saw, observes, proves, releases));
    }

    private Event add(Event event) {
      written.add(event);
      events.set(event.number(), event);
      return event;
    }

    private int newNumber() {
      events.add(null);
      return events.size() - 1;
    }
  }

  MadeUpRun(Random random) {
    this.random = random;
    int ranks = 2 + random.nextInt(4);
    for (int rank = 0; rank < ranks; rank++) {
      processes.add(new Process(rank));
      processes.get(rank).barriersLeft = BARRIERS;
      messages.add(new ArrayDeque<>());
    }
    int favourite = random.nextInt(ranks); // others are held up for long
    while (!processes.stream().allMatch(Process::isDone)) {
      int next = random.nextInt(3) == 0 ? favourite : random.nextInt(ranks);
      favourite = random.nextInt(50) == 0 ? random.nextInt(ranks) : favourite;
      now += 1 + random.nextInt(2);
      processes.get(next).go();
    }
  }

  int ranks() {
    return processes.size();
  }

  List<Event> events() {
    return events;
  }

  /** The records of a process, in the order of its stream. */
  List<Event> of(int rank) {
    return processes.get(rank).written;
  }

  long end() {
    return now;
  }

  /** Since when the process is in a call that is not recorded yet; the present if it is in none. */
  long callingSince(int rank, long present) {
    for (long[] call : processes.get(rank).unrecorded) {
      if (call[0] <= present && present < call[1]) {
        return call[0];
      }
    }
    return present;
  }
}
