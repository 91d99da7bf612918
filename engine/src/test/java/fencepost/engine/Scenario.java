package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.engine.Step.Moment;
import fencepost.engine.Step.Op;
import fencepost.engine.Step.Part;
import fencepost.engine.Step.Permission;
import fencepost.engine.parallel.DistantIndex;
import fencepost.engine.parallel.DividedIndex;
import fencepost.engine.parallel.IndexThread;
import fencepost.model.LockEpoch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A small language for executions. Each strand is written in its program order, and what it awaits
 * may be written later:
 *
 * <pre>
 *   rank(0).put(x, at(1)).flush(1).barrier();
 *   rank(1).barrier().load(x);
 *   expectNoRace();
 * </pre>
 *
 * Every expectation is put to the oracle, and to the detector in many orders of telling.
 */
class Scenario {
  private static final int ORDERS = 100;

  private final Map<List<Integer>, StrandScript> strands = new LinkedHashMap<>();
  private final Map<String, Moment> messages = new HashMap<>();
  private final Map<String, List<Moment>> barriers = new HashMap<>();
  private final Map<List<Integer>, Epoch> epochs = new HashMap<>();
  private final Map<String, Op> requests = new HashMap<>();
  private final List<Issued> issued = new ArrayList<>();
  private final List<Held> locks = new ArrayList<>();
  private final Map<List<Object>, Integer> counts = new HashMap<>();
  private final Map<Integer, String> calls = new HashMap<>();
  private boolean threads;
  private int sites;

  private record Issued(int process, int target, Op op) {}

  /** A lock epoch as its holder sees it: when its effects may begin, and when it ends. */
  record Held(LockEpoch epoch, @Nullable Permission permission, Moment released) {}

  /** A post and the start that it grants, and what happens between them and wait and complete. */
  record Epoch(
      Moment posted, Moment completed, Permission permission, List<Op> ops, List<Part> parts) {
    Epoch(Moment posted) {
      this(
          posted,
          new Moment(),
          new Permission(List.of(posted)),
          new ArrayList<>(),
          new ArrayList<>());
    }
  }

  /**
   * How a lock is asked for. Observed: its epoch began after those written before it that exclude
   * it.
   */
  record Locking(int target, boolean exclusive, boolean checked, boolean isObserved) {
    Locking unchecked() {
      return new Locking(target, exclusive, false, isObserved);
    }

    Locking observed() {
      return new Locking(target, exclusive, checked, true);
    }
  }

  // ---- words ----

  /** The only strand of a rank, or its first. */
  StrandScript rank(int rank) {
    return strand(rank, 0);
  }

  StrandScript strand(int rank, int number) {
    return strands.computeIfAbsent(List.of(rank, number), key -> new StrandScript(this, rank));
  }

  static int at(int rank) {
    return rank;
  }

  static Bytes from(Bytes buffer) {
    return buffer;
  }

  static Bytes into(Bytes buffer) {
    return buffer;
  }

  static Locking exclusive(int target) {
    return new Locking(target, true, true, false);
  }

  static Locking shared(int target) {
    return new Locking(target, false, true, false);
  }

  // ---- expectations ----

  void expectNoRace() {
    expectRaces();
  }

  void expectRace(String call, String other) {
    expectRaces(call + " / " + other);
  }

  /** Exactly these races, each as {@code call / other} in any order. */
  void expectRaces(String... pairs) {
    Set<String> expected = new TreeSet<>();
    for (String pair : pairs) {
      String[] names = pair.split(" / ");
      expected.add(named(names[0], names[1]));
    }
    assertThat(named(oracle().races())).as("oracle").isEqualTo(expected);
    for (int order = 0; order < ORDERS; order++) {
      assertThat(named(detected(order))).as("detector, order %d", order).isEqualTo(expected);
    }
  }

  /** The only race is between the two, and the first of them was issued first. */
  void expectRaceInOrder(String first, String second) {
    expectRace(first, second);
    for (int order = 0; order < ORDERS; order++) {
      Set<String> found = new HashSet<>();
      MemoryIndex index =
          new MemoryIndex(
              (earlier, later, details) -> {
                Race race = details.get();
                found.add(race.earlier().name() + ", " + race.later().name());
              },
              threads);
      new Player(strands(), new Detector(index), order).play();
      assertThat(found).as("order %d", order).containsExactly(first + ", " + second);
    }
  }

  /** Races of threads count from here on that have no remote operation. */
  Scenario withThreads() {
    threads = true;
    return this;
  }

  Oracle oracle() {
    return new Oracle(strands(), threads);
  }

  /** What the detector finds if it is told the steps in an order that the seed chooses. */
  Set<SitePair> detected(long seed) {
    return detected(seed, detector -> detector);
  }

  Set<SitePair> detected(long seed, UnaryOperator<Execution> around) {
    Set<SitePair> found = new HashSet<>();
    Detector detector = new Detector(index(found));
    new Player(strands(), around.apply(detector), seed).play();
    return found;
  }

  /** The same if races are looked for in another thread, which is told so many things at a time. */
  Set<SitePair> detectedInParallel(long seed, int batch, UnaryOperator<Execution> around) {
    Set<SitePair> found = new HashSet<>();
    IndexThread index = new IndexThread(index(found), batch);
    new Player(strands(), around.apply(new Detector(index)), seed).play();
    index.finish();
    return found;
  }

  /** All that is said of each race, in the order of the words. */
  List<String> described(long seed, UnaryOperator<Execution> around) {
    List<Race> races = new ArrayList<>();
    RaceIndex index = new MemoryIndex(new Described(races), threads);
    new Player(strands(), around.apply(new Detector(index)), seed).play();
    return words(races);
  }

  /**
   * The same if the index is in several parts elsewhere, which are told by letters, and each of
   * which is written and read back after every letter.
   */
  List<String> describedElsewhere(
      long seed, int parts, int length, UnaryOperator<Execution> around) {
    DistantIndex.Names names = new DistantIndex.Names();
    List<Elsewhere> elsewhere = new ArrayList<>();
    List<DistantIndex> here = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      Elsewhere part = new Elsewhere(threads);
      elsewhere.add(part);
      here.add(new DistantIndex(names, part::read, length));
    }
    RaceIndex index = new DividedIndex(here);
    new Player(strands(), around.apply(new Detector(index)), seed).play();
    index.finish();
    return words(elsewhere.stream().flatMap(part -> part.races().stream()).toList());
  }

  private static List<String> words(List<Race> races) {
    return races.stream().map(Described::words).sorted().toList();
  }

  private RaceIndex index(Set<SitePair> found) {
    return new MemoryIndex(
        (earlier, later, details) -> found.add(SitePair.of(earlier.site, later.site)), threads);
  }

  List<StrandScript> strands() {
    return List.copyOf(strands.values());
  }

  private Set<String> named(Set<SitePair> pairs) {
    return pairs.stream()
        .map(pair -> named(calls.get(pair.low()), calls.get(pair.high())))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String named(String call, String other) {
    return call.compareTo(other) <= 0 ? call + " / " + other : other + " / " + call;
  }

  // ---- what the strands share ----

  int newSite() {
    return 1000 + sites++;
  }

  void callAt(int site, String call) {
    calls.put(site, call);
  }

  void issued(int process, int target, Op op) {
    issued.add(new Issued(process, target, op));
  }

  /** The calls of a process to a target that have been written so far. */
  List<Op> operations(int process, int target) {
    return issued.stream()
        .filter(i -> i.process == process && i.target == target)
        .map(Issued::op)
        .toList();
  }

  Op lastOperation() {
    return issued.get(issued.size() - 1).op;
  }

  Map<String, Op> requests() {
    return requests;
  }

  Moment message(String tag) {
    return messages.computeIfAbsent(tag, t -> new Moment());
  }

  List<Moment> barrier(String name, int time) {
    return barriers.computeIfAbsent(name + "#" + time, n -> new ArrayList<>());
  }

  /** The n-th epoch of an origin at a target. */
  Epoch epoch(int origin, int target, int n) {
    return epochs.computeIfAbsent(List.of(origin, target, n), key -> new Epoch(new Moment()));
  }

  /** How often a rank has posted to or started at another one, before this time. */
  int count(String what, int origin, int target) {
    return counts.merge(List.of(what, origin, target), 1, Integer::sum) - 1;
  }

  Held newLock(int process, Locking how) {
    LockEpoch epoch = new LockEpoch(how.target, process, how.exclusive, how.checked, locks.size());
    List<Moment> before = grantedAfter(epoch, how);
    Held held = new Held(epoch, before.isEmpty() ? null : new Permission(before), new Moment());
    locks.add(held);
    return held;
  }

  /**
   * Whether a lock would be granted at this point of the text, everyone who excludes it having
   * unlocked.
   */
  boolean lockReturns(int process, Locking how) {
    LockEpoch epoch = new LockEpoch(how.target, process, how.exclusive, how.checked, locks.size());
    return new Permission(grantedAfter(epoch, how)).isOpen();
  }

  private List<Moment> grantedAfter(LockEpoch epoch, Locking how) {
    return locks.stream()
        .filter(earlier -> how.isObserved && earlier.epoch.excludes(epoch))
        .map(Held::released)
        .toList();
  }

  static Collection<Permission> permissions(Collection<Part> parts) {
    return parts.stream().map(p -> p.permission).filter(p -> p != null).distinct().toList();
  }
}
