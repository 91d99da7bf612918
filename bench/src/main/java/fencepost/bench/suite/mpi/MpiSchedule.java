package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.BUF2;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Sequence;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Races that one run may hide: the order of locks, and of messages that anybody may send. */
final class MpiSchedule extends Catalogue {
  private MpiSchedule() {
    super(Model.MPI, Category.SCHEDULE);
  }

  static List<Scenario> all() {
    MpiSchedule schedule = new MpiSchedule();
    schedule.lockOrder();
    schedule.lockOfAnotherWindow();
    schedule.wildcards();
    schedule.firstCome();
    schedule.counter();
    return schedule.scenarios();
  }

  private void lockOrder() {
    for (boolean sameData : new boolean[] {false, true}) {
      for (boolean three : new boolean[] {false, true}) {
        int ranks = three ? 3 : 2;
        int other = three ? 2 : 1;
        Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
        Rma second = Mpi.get(BUF2.at(0), 1, X.at(0));
        String name = "lockorder" + (three ? "-3procs" : "");
        if (sameData) {
          clean(
              name + "-inside",
              ranks,
              Pair.remote(put, second),
              "Whoever comes first, the locks exclude each other.",
              on(0, Mpi.lockExclusive(1), put, Mpi.unlock(1)),
              on(other, Mpi.lockExclusive(1), second, Mpi.unlock(1)));
        } else {
          race(
              name + "-outside",
              ranks,
              Pair.remote(put, second),
              "Only if the first process gets the lock first, its access is ordered before.",
              on(0, Mpi.lockShared(1), put, Mpi.unlock(1), section(4)),
              on(other, section(4), Mpi.lockShared(1), second, Mpi.unlock(1)));
        }
      }
    }
    Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement load = load(X.at(0));
    race(
        "lockorder-owner",
        2,
        Pair.remote(put, load),
        "Only if the other process gets the lock first, its access is ordered before.",
        on(0, Mpi.lockShared(1), put, Mpi.unlock(1), section(4)),
        on(1, section(4), load));
    Rma first = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement loadAfter = load(X.at(0));
    clean(
        "lockorder-message",
        2,
        Pair.remote(first, loadAfter),
        "A message orders what the locks alone would not.",
        on(0, Mpi.lockShared(1), first, Mpi.unlock(1), section(4), Mpi.send(1)),
        on(1, Mpi.receive(0), section(4), loadAfter));
  }

  /** The lock of one window orders what is done in another one. */
  private void lockOfAnotherWindow() {
    for (boolean told : new boolean[] {false, true}) {
      Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
      Rma get = Mpi.get(BUF2.at(0), 1, X.at(0));
      Statement section =
          new Sequence(
              List.of(
                  new Epochs.LockOne(Mpi.WIN2, 1, true, false),
                  Mpi.accumulate(BUF2.at(4), 1, Mpi.Y.at(0)).on(Mpi.WIN2),
                  new Epochs.Unlock(Mpi.WIN2, 1)));
      Statement first = new Sequence(List.of(Mpi.lockShared(1), put, Mpi.unlock(1), section));
      Statement second = new Sequence(List.of(section, Mpi.lockShared(1), get, Mpi.unlock(1)));
      add(
          told ? "lockorder-2windows-message" : "lockorder-2windows",
          3,
          Pair.remote(put, get),
          !told,
          told
              ? "A message orders what the other window's lock alone would not."
              : "Only if the first process gets the other window's lock first, its access is ordered before.",
          told
              ? List.of(on(0, first, Mpi.send(2)), on(2, Mpi.receive(0), second))
              : List.of(on(0, first), on(2, second)));
    }
  }

  /** Whoever has come among the first two of three need not be the right one. */
  private void firstCome() {
    told(
        "wildcard-two-of-three", 3, 2, "The first two messages may come from the other processes.");
    told(
        "wildcard-three-of-three",
        3,
        3,
        "When all messages have come, the right one is among them.");
  }

  /** One of several senders has put; the receiver looks when so many messages have come. */
  private void told(String label, int senders, int received, String why) {
    Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement load = load(X.at(0));
    Integer[] sources =
        IntStream.rangeClosed(0, senders).filter(rank -> rank != 1).boxed().toArray(Integer[]::new);
    List<Statement> receives = new ArrayList<>();
    for (int earlier = 0; earlier < senders; earlier++) {
      receives.add(Mpi.receiveAny(earlier, sources));
    }
    receives.add(received, load);
    List<Statement> all = new ArrayList<>();
    all.add(Mpi.lockAll());
    all.add(on(0, put, Mpi.flush(1), Mpi.send(1)));
    for (int other = 2; other <= senders; other++) {
      all.add(on(other, Mpi.send(1)));
    }
    all.add(on(1, receives.toArray(Statement[]::new)));
    all.add(Mpi.unlockAll());
    add(label, senders + 1, Pair.remote(put, load), received < senders, why, all);
  }

  /** A critical section that touches something else. */
  private static Statement section(int index) {
    return new Sequence(
        List.of(Mpi.lockExclusive(1), Mpi.accumulate(BUF2.at(4), 1, X.at(index)), Mpi.unlock(1)));
  }

  private void wildcards() {
    for (int received = 1; received <= 2; received++) {
      told(
          received == 1 ? "wildcard-first" : "wildcard-both",
          2,
          received,
          received == 1
              ? "The first message may come from the wrong process."
              : "When both messages have come, the right one is among them.");
      Rma one = Mpi.put(BUF.at(0), 3, X.at(0));
      Rma other = Mpi.put(BUF.at(0), 3, X.at(0));
      Statement then =
          received == 1
              ? on(1, Mpi.receiveAny(0, 0, 2), other, Mpi.receiveAny(1, 0, 2))
              : on(1, Mpi.receiveAny(0, 0, 2), Mpi.receiveAny(1, 0, 2), other);
      add(
          received == 1 ? "wildcard-first-4procs" : "wildcard-both-4procs",
          4,
          Pair.remote(one, other),
          received == 1,
          received == 1
              ? "The first message may come from the wrong process."
              : "When both messages have come, the right one is among them.",
          List.of(
              Mpi.lockAll(),
              on(0, one, Mpi.flush(3), Mpi.send(1)),
              on(2, Mpi.send(1)),
              then,
              Mpi.unlockAll()));
    }
    Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
    Statement load = load(X.at(0));
    clean(
        "wildcard-single",
        3,
        Pair.remote(put, load),
        "Only one process can have sent it.",
        Mpi.lockAll(),
        on(0, put, Mpi.flush(1), Mpi.send(1)),
        on(1, Mpi.receiveAny(0, 0), load),
        Mpi.unlockAll());
  }

  /** Who waits for one of two does not know for which. */
  private void counter() {
    Rma put = Mpi.put(BUF.at(0), 1, X.at(0));
    Rma count = Mpi.accumulate(Mpi.ONE.at(0), 1, X.at(4));
    Statement load = load(X.at(0));
    race(
        "counter-first",
        3,
        Pair.remote(put, load),
        "The counter may have been raised by the wrong process.",
        Mpi.lockAll(),
        on(0, put, Mpi.flush(1), count),
        on(2, count),
        on(1, Mpi.awaitValue(1, X.at(4), 1), load),
        Mpi.unlockAll());
  }
}
