package fencepost.program.pointsto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Both solvers are given the same inclusions between a few sets and objects. */
class SolverTest {
  private static final int NODES = 10;
  private static final int OBJECTS = 4;
  private static final long[] SHIFTS = {
    0,
    0,
    0,
    0,
    1000,
    -1000,
    2000,
    5000,
    Shift.ANYWHERE,
    Shift.APART,
    Shift.TOGETHER,
    Shift.FIELD,
    Shift.INDEX
  };
  private static final int[] SIZES = {1, 8, 16};

  private final Solver solver = new Solver(Long.MAX_VALUE);
  private final AbstractMemory memory = new AbstractMemory(solver);
  private final Constraints constraints =
      new CallContexts(
              solver,
              memory,
              new CallRules(
                  solver,
                  memory,
                  new Surroundings(Set.of(), Set.of(), Set.of(), Set.of(), false, false),
                  new Exposed(),
                  new Exposed()),
              true)
          .common();
  private final NaiveSolver naive = new NaiveSolver();
  private final List<Integer> nodes = new ArrayList<>();
  private final List<Integer> objects = new ArrayList<>();

  SolverTest() {
    for (int i = 0; i < NODES; i++) {
      nodes.add(solver.node());
    }
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(memory.of("object " + i, "").id());
    }
  }

  private void add(int node, int object, int offset) {
    long location = AbstractPlace.of(objects.get(object), offset);
    solver.add(nodes.get(node), location);
    naive.add(node, location);
  }

  private void include(int from, int to, long shift) {
    solver.include(nodes.get(from), nodes.get(to), shift);
    naive.include(from, to, shift);
  }

  private void load(int address, int size, int to) {
    constraints.load(nodes.get(address), size, nodes.get(to));
    naive.load(address, size, to);
  }

  private void store(int address, int size, int from) {
    constraints.store(nodes.get(address), size, nodes.get(from));
    naive.store(address, size, from);
  }

  private void copy(int to, int from, long size) {
    new BlockCopy(solver, memory, size).connect(nodes.get(to), nodes.get(from));
    naive.copy(to, from, size);
  }

  private Set<Long> locations(int node) {
    Set<Long> found = new HashSet<>();
    solver.locations(nodes.get(node)).forEach(found::add);
    return found;
  }

  private void assertSame(String what) {
    solver.solve();
    naive.solve();
    for (int node = 0; node < NODES; node++) {
      assertThat(locations(node)).as(what + ", node " + node).isEqualTo(naive.locations(node));
    }
  }

  private long place(int object, int offset) {
    return AbstractPlace.of(objects.get(object), offset);
  }

  @Test
  void setsThatIncludeEachOtherAreEqual() {
    for (int node = 0; node < NODES; node++) {
      include(node, (node + 1) % NODES, 0);
      add(node, node % OBJECTS, 8 * node);
    }
    assertSame("a ring");
    assertThat(locations(0)).hasSize(NODES).isEqualTo(locations(NODES - 1));
  }

  @Test
  void aCycleThatMovesReachesAnyPlace() {
    include(0, 1, 0);
    include(1, 0, 1);
    include(1, 2, 0);
    add(0, 0, 4);
    assertSame("while (*p) p++");
    assertThat(locations(2)).containsExactly(place(0, AbstractPlace.ANY));
  }

  @Test
  void aCycleThatMovesThereAndBackKeepsDistances() {
    include(0, 1, 8);
    include(1, 0, -8);
    add(0, 0, 0);
    assertSame("there and back");
    assertThat(locations(0)).containsExactly(place(0, 0));
    assertThat(locations(1)).containsExactly(place(0, 8));
  }

  @Test
  void aSetThatIncludesItselfFurtherOnHasAnyPlace() {
    add(0, 0, 0);
    include(0, 0, 16);
    assertSame("p += 2");
    assertThat(locations(0)).containsExactly(place(0, AbstractPlace.ANY));
  }

  @Test
  void cyclesThroughFieldsAndMemoryAreFollowed() {
    add(0, 0, 0);
    add(1, 1, 8);
    include(0, 2, 8); // p = &list->next
    store(2, 8, 1); // *p = element
    load(2, 8, 0); // list = *p
    assertSame("a list");
    assertThat(locations(0)).contains(place(0, 0), place(1, 8));
  }

  @Test
  void setsThatAreReadAndStoredThroughEachOtherAreFollowed() {
    add(0, 0, 0);
    add(1, 1, 0);
    store(0, 8, 1);
    load(0, 8, 2);
    store(2, 8, 0);
    load(2, 8, 3);
    include(3, 0, 0);
    assertSame("pointers to pointers");
    assertThat(locations(2)).containsExactly(place(1, 0));
    assertThat(locations(3)).containsExactly(place(0, 0));
  }

  @Test
  void copiesKeepWordsApart() {
    add(0, 0, 0);
    add(1, 1, 16);
    add(2, 2, 0);
    add(3, 3, 0);
    include(0, 4, 8);
    store(0, 8, 2);
    store(4, 8, 3);
    copy(1, 0, 16);
    include(1, 5, 8);
    load(1, 8, 6);
    load(5, 8, 7);
    assertSame("a structure");
    assertThat(locations(6)).containsExactly(place(2, 0));
    assertThat(locations(7)).containsExactly(place(3, 0));
  }

  @Test
  void whatIsTooMuchIsGivenUp() {
    Solver hasty = new Solver(3);
    int first = hasty.node();
    for (int i = 0; i < 4; i++) {
      hasty.add(first, AbstractPlace.of(i, 0));
    }
    hasty.solve();
    assertThat(hasty.gaveUp()).isTrue();
  }

  @Test
  void randomInclusionsGiveTheSameAsThoseAppliedOneByOne() {
    for (int seed = 0; seed < 100; seed++) {
      SolverTest test = new SolverTest();
      test.addAtRandom(new Random(seed));
      test.assertSame("seed " + seed);
    }
  }

  private void addAtRandom(Random random) {
    int inclusions = 5 + random.nextInt(20);
    for (int i = 0; i < 4; i++) {
      int offset = random.nextInt(6) == 0 ? AbstractPlace.ANY : 4 * random.nextInt(8);
      add(random.nextInt(NODES), random.nextInt(OBJECTS), offset);
    }
    for (int i = 0; i < inclusions; i++) {
      int one = random.nextInt(NODES);
      int other = random.nextInt(NODES);
      int size = SIZES[random.nextInt(SIZES.length)];
      switch (random.nextInt(8)) {
        case 0, 1 -> load(one, size, other);
        case 2, 3 -> store(one, size, other);
        case 4 -> copy(one, other, 8L * random.nextInt(4) - 8);
        default -> include(one, other, SHIFTS[random.nextInt(SHIFTS.length)]);
      }
    }
  }
}
