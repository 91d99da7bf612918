package fencepost.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of some processes with some threads in which each call takes time: it begins, has its
 * effect at some later moment, and returns at a moment after that, while the others go on. The
 * records are those of the capture library: calls that others may wait for carry the time of their
 * entry, calls that wait carry that of their return and are recorded behind all that other threads
 * of the process began before it.
 */
final class MadeUpRun {
  static final int NOBODY = -1;
  static final long NEVER = Long.MAX_VALUE;
  private static final int CALLS = 25;
  private static final int BARRIERS = 3;

  private final Random random;
  private final List<Process> processes = new ArrayList<>();
  private final List<Caller> threads = new ArrayList<>();
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
   * @param calling since when another thread is in a call that comes later in the stream, or never
   * @param peers records whose names it knows
   * @param saw records that it must come after, which it does not know
   * @param observes whether everything before its time must be known
   */
  record Event(
      int number,
      long time,
      long written,
      long calling,
      Set<Integer> peers,
      Set<Integer> saw,
      boolean observes,
      boolean provesLock,
      boolean releasesLock) {

    Event written(long when, long since) {
      return new Event(number, time, when, since, peers, saw, observes, provesLock, releasesLock);
    }
  }

  /** The stream of a process, and the calls that were announced but not in it for some time. */
  private static final class Process {
    final List<Event> written = new ArrayList<>();
    final List<long[]> unrecorded = new ArrayList<>();
    final List<Caller> threads = new ArrayList<>();
  }

  /** A thread and the call that it is in; steps lead through the call. */
  private final class Caller {
    final int number;
    final Process process;
    int callsLeft;
    Call call = Call.SEND;
    int step;
    long entered;
    int pending = NOBODY;
    int barriersLeft;
    Set<Integer> seen = Set.of();

    /** A record that has its time, but is not in the stream yet. */
    @Nullable Event returning;

    Caller(int number, Process process) {
      this.number = number;
      this.process = process;
    }

    boolean isDone() {
      return step == 0 && returning == null && callsLeft == 0 && barriersLeft == 0;
    }

    void go() {
      Event back = returning;
      if (back != null) {
        if (callingBefore(back.time()) == NEVER) {
          returning = null;
          process.unrecorded.add(new long[] {back.time(), now});
          write(back);
        }
      } else if (step == 0) {
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
      if (call == Call.RECEIVE && messages.get(number).isEmpty()) {
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
        case RECEIVE, FETCH, LOCK -> write(event(Set.of(), Set.of(), false, false, false));
        case BARRIER ->
            arrivals.add(write(event(Set.of(), Set.of(), false, false, false)).number());
      }
    }

    private void proceed() {
      switch (call) {
        case SEND -> {
          if (effectOr()) {
            messages.get(random.nextInt(threads.size())).add(pending);
          }
        }
        case UPDATE -> {
          if (effectOr()) {
            updates.add(pending);
          }
        }
        case RECEIVE -> {
          int message = messages.get(number).remove();
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
      process.unrecorded.add(new long[] {entered, now});
      step = 0;
      write(new Event(pending, entered, now, NEVER, Set.of(), Set.of(), false, false, false));
      return false;
    }

    /** Lock, and a flush that proves it; then an unlock, which lets the next one in early. */
    private void lock() {
      switch (step) {
        case 1 -> {
          if (lockHolder == NOBODY) {
            lockHolder = number;
            step = 2;
          }
        }
        case 2 -> {
          returning = event(Set.of(), Set.of(), true, true, false);
          step = 3;
        }
        case 3 -> {
          write(event(Set.of(), Set.of(), false, false, true)); // the entry of the unlock
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
      returning = event(peers, saw, observes, false, false);
      step = 0;
    }

    private Event event(
        Set<Integer> peers, Set<Integer> saw, boolean observes, boolean proves, boolean releases) {
      return new Event(newNumber(), now, now, NEVER, peers, saw, observes, proves, releases);
    }

    private Event write(Event event) {
      Event written = event.written(now, callingBefore(event.time()));
      process.written.add(written);
      events.set(event.number(), written);
      return written;
    }

    /** Since when, before the time, another thread is in a call that is not recorded. */
    private long callingBefore(long time) {
      return process.threads.stream()
          .filter(other -> other != this)
          .mapToLong(Caller::callingSince)
          .filter(since -> since < time)
          .min()
          .orElse(NEVER);
    }

    private long callingSince() {
      if (returning != null) {
        return returning.time();
      }
      return step > 0 && (call == Call.SEND || call == Call.UPDATE) ? entered : NEVER;
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
      Process process = new Process();
      processes.add(process);
      int most = random.nextInt(3);
      for (int thread = 0; thread <= most; thread++) {
        Caller caller = new Caller(threads.size(), process);
        caller.callsLeft = CALLS / (most + 1);
        caller.barriersLeft = thread == 0 ? BARRIERS : 0;
        process.threads.add(caller);
        threads.add(caller);
        messages.add(new ArrayDeque<>());
      }
    }
    int favourite = random.nextInt(threads.size()); // others are held up for long
    while (!threads.stream().allMatch(Caller::isDone)) {
      int next = random.nextInt(3) == 0 ? favourite : random.nextInt(threads.size());
      favourite = random.nextInt(50) == 0 ? random.nextInt(threads.size()) : favourite;
      now += 1 + random.nextInt(2);
      threads.get(next).go();
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
    return processes.get(rank).unrecorded.stream()
        .filter(call -> call[0] <= present && present < call[1])
        .mapToLong(call -> call[0])
        .min()
        .orElse(present);
  }
}
