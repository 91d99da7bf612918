package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;

import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.On;
import fencepost.bench.suite.Statements.Repeat;
import fencepost.bench.suite.Statements.Store;
import fencepost.bench.suite.oracle.Oracle;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A random but valid MPI program with any number of races, which only the oracle knows.
 *
 * <p>Statements are written in an order in which they could run one after the other, so no program
 * can hang. All values are zero, so that nothing is ordered through values. Within a phase, locks
 * of one target are all exclusive or all shared and a process takes only one: then the order in
 * which locks happen to be taken decides nothing.
 */
public final class RandomScenario {
  private static final int MOST_PHASES = 4;
  private static final int MOST_STEPS = 12;

  private final Random random;
  private final int ranks;
  private final RandomAccess access;
  private final List<WindowCode> windows;
  private List<Statement> body = new ArrayList<>();
  private final List<Statement> sites = new ArrayList<>();

  private RandomScenario(long seed) {
    random = new Random(seed);
    ranks = 2 + random.nextInt(3);
    access = new RandomAccess(random);
    windows = List.of(window("win", "x"), window("win2", "y"));
  }

  /** The program of a seed, always the same. */
  public static Scenario of(long seed) {
    return new RandomScenario(seed).scenario(seed);
  }

  private Scenario scenario(long seed) {
    int phases = 1 + random.nextInt(MOST_PHASES);
    for (int i = 0; i < phases || sites.isEmpty(); i++) {
      phase();
    }
    List<Oracle.Race> races =
        new Oracle(ranks, strand -> body.forEach(statement -> statement.tell(strand))).races();
    List<Statement> pair =
        races.isEmpty()
            ? List.of(sites.get(0), sites.get(sites.size() - 1))
            : List.of((Statement) races.get(0).one(), (Statement) races.get(0).other());
    return new Scenario(
        Model.MPI,
        Category.MISC,
        "random-" + seed,
        ranks,
        body,
        pair,
        !races.isEmpty() && races.get(0).isRemote(),
        !races.isEmpty(),
        "A random program in which this many pairs of accesses race: " + races.size());
  }

  /** The two windows have displacement units of their own. */
  private WindowCode window(String name, String memory) {
    ArrayVariable array =
        new ArrayVariable(memory, ValueType.LONG, RandomAccess.LONGS, Storage.STACK);
    return new WindowCode(name, array, WindowCode.Constructor.CREATE, random.nextBoolean() ? 1 : 4);
  }

  // ---- phases ----

  private void phase() {
    WindowCode window = windows.get(random.nextInt(windows.size()));
    List<Statement> before = body;
    body = new ArrayList<>();
    switch (random.nextInt(6)) {
      case 0, 1 -> fencePhase(window);
      case 2 -> activePhase(window);
      case 3 -> lockPhase(window);
      default -> passivePhase(window);
    }
    if (random.nextInt(4) == 0) {
      body = new ArrayList<>(List.of(new Repeat(2, body)));
    }
    before.addAll(body);
    body = before;
  }

  private void fencePhase(WindowCode window) {
    all(new Epochs.Fence(window, random.nextInt(4) == 0));
    steps(() -> step(window, everyone(), everyone(), false));
    if (random.nextBoolean()) {
      all(new Epochs.Fence(window, false));
      steps(() -> step(window, everyone(), everyone(), false));
    }
    all(new Epochs.Fence(window, false, true));
  }

  private void activePhase(WindowCode window) {
    int border = 1 + random.nextInt(ranks - 1);
    List<Integer> origins = everyone().subList(0, border);
    List<Integer> targets = everyone().subList(border, ranks);
    GroupCode originGroup = new GroupCode(origins);
    GroupCode targetGroup = new GroupCode(targets);
    all(Mpi.barrier());
    targets.forEach(rank -> only(rank, new Epochs.Post(window, originGroup)));
    origins.forEach(rank -> only(rank, new Epochs.Start(window, targetGroup)));
    steps(() -> step(window, origins, targets, false));
    origins.forEach(rank -> only(rank, new Epochs.Complete(window, targetGroup)));
    steps(() -> localStep(window, pick(everyone())));
    boolean test = random.nextBoolean();
    targets.forEach(rank -> only(rank, new Epochs.Wait(window, originGroup, test)));
    all(Mpi.barrier());
  }

  private void lockPhase(WindowCode window) {
    all(Mpi.barrier());
    List<Boolean> exclusive = everyone().stream().map(rank -> random.nextBoolean()).toList();
    for (int rank : everyone()) {
      int target = random.nextInt(ranks);
      only(rank, new Epochs.LockOne(window, target, exclusive.get(target), false));
      for (int i = random.nextInt(3); i >= 0; i--) {
        if (target == rank && random.nextBoolean()) {
          site(rank, localAccess(access.within(window.memory())));
        } else {
          site(rank, access.operation(rank, window, target, false));
        }
        if (random.nextInt(3) == 0) {
          only(rank, new Epochs.Flush(window, target, random.nextBoolean()));
        }
      }
      only(rank, new Epochs.Unlock(window, target));
    }
    all(Mpi.barrier());
  }

  private void passivePhase(WindowCode window) {
    all(Mpi.barrier());
    all(new Epochs.LockAll(window));
    steps(
        () -> {
          step(window, everyone(), everyone(), true);
          completion(window);
        });
    all(new Epochs.UnlockAll(window));
    all(Mpi.barrier());
  }

  // ---- steps ----

  private void steps(Runnable step) {
    for (int i = random.nextInt(MOST_STEPS); i >= 0; i--) {
      step.run();
    }
  }

  private void step(
      WindowCode window, List<Integer> origins, List<Integer> targets, boolean passive) {
    int rank = pick(everyone());
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3, 4 -> {
        int origin = pick(origins);
        Rma operation = access.operation(origin, window, pick(targets), passive);
        site(origin, operation);
        if (operation.call().hasRequest()) {
          access.requestSteps(operation).forEach(statement -> only(origin, statement));
        }
      }
      case 5, 6, 7 -> localStep(window, rank);
      case 8 -> message(rank);
      default -> {
        if (random.nextInt(3) == 0) {
          all(Mpi.barrier());
        }
      }
    }
  }

  private void localStep(WindowCode window, int rank) {
    Section section = random.nextBoolean() ? access.within(window.memory()) : access.withinBuffer();
    site(rank, localAccess(section));
  }

  private Statement localAccess(Section section) {
    return random.nextBoolean() ? load(section) : new Store(section, 0);
  }

  private void message(int from) {
    int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
    only(from, random.nextBoolean() ? Mpi.send(to) : Mpi.isend(Mpi.token(), to, Mpi.REQUEST2));
    boolean pending = lastIsNonblocking();
    only(to, Mpi.receive(from));
    if (pending) {
      only(from, Mpi.await(Mpi.REQUEST2));
    }
  }

  private boolean lastIsNonblocking() {
    Statement last = body.get(body.size() - 1);
    return last instanceof On on && on.body().get(0) instanceof MessageCode.Nonblocking;
  }

  private void completion(WindowCode window) {
    int rank = pick(everyone());
    int target = random.nextInt(ranks);
    switch (random.nextInt(8)) {
      case 0 -> only(rank, new Epochs.Flush(window, target, false));
      case 1 -> only(rank, new Epochs.Flush(window, target, true));
      case 2 -> only(rank, new Epochs.FlushAll(window, random.nextBoolean()));
      default -> {}
    }
  }

  // ---- words ----

  private void all(Statement statement) {
    body.add(statement);
  }

  private void only(int rank, Statement statement) {
    body.add(on(rank, statement));
  }

  private void site(int rank, Statement statement) {
    sites.add(statement);
    only(rank, statement);
  }

  private int pick(List<Integer> from) {
    return from.get(random.nextInt(from.size()));
  }

  private List<Integer> everyone() {
    return IntStream.range(0, ranks).boxed().toList();
  }
}
