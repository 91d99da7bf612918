package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loop of operations whose values others may see makes a new release only where it matters. */
class SignalOfIssueTest {
  private static final Region X = Region.of(1032, 8);
  private static final Region Y = Region.of(2048, 8);

  private final List<Integer> races = new ArrayList<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(earlier.site));
  private final Strand one = detector.strand(0);
  private final Strand other = detector.strand(1);

  /** Issues an operation; returns the release that was made for those who see its value. */
  private Signal add() {
    detector.inside(one, "add", 1);
    Signal before = detector.signalOfIssue(one);
    operation(one, AccessKind.REMOTE_READ, Y);
    return before;
  }

  private Effect operation(Strand strand, AccessKind kind, Region region) {
    Operation issued = detector.issue(strand, new Operation.Completion("flush", "flush"));
    return detector.effect(issued, kind, 0, region, null, null, null);
  }

  private void see(Signal seen) {
    detector.inside(other, "see", 2);
    detector.await(other, seen);
    operation(other, AccessKind.REMOTE_WRITE, X);
  }

  @Test
  void operationsAloneShareIt() {
    assertThat(add()).isSameAs(add());
  }

  @Test
  void anotherPlaceHasItsOwn() {
    Signal first = add();
    detector.inside(one, "add", 5);
    assertThat(detector.signalOfIssue(one)).isNotSameAs(first);
  }

  @Test
  void aStoreIsOrderedBeforeTheNextOneOnly() {
    add();
    detector.access(one, AccessKind.STORE, 0, X, 3, null);
    see(add());
    assertThat(races).isEmpty();
  }

  @Test
  void aStoreIsNotOrderedBeforeTheLastOne() {
    Signal before = add();
    detector.access(one, AccessKind.STORE, 0, X, 3, null);
    add();
    see(before);
    assertThat(races).containsExactly(3);
  }

  @Test
  void theEndOfMemoryIsOrderedBeforeTheNextOneOnly() {
    Signal before = add();
    Operation free = detector.issue(one, new Operation.Completion("free", "free"));
    detector.effect(free, AccessKind.STORE, 0, X, null, null, null);
    assertThat(add()).isNotSameAs(before);
  }

  @Test
  void aCompletionIsOrderedBeforeTheNextOneOnly() {
    Effect open = operation(one, AccessKind.REMOTE_WRITE, X);
    Signal before = add();
    detector.complete(one, open);
    Signal after = add();
    assertThat(after).isNotSameAs(before);
    see(after);
    assertThat(races).isEmpty();
  }

  @Test
  void whatIsLearnedIsPartOfTheNextOne() {
    add();
    detector.access(other, AccessKind.STORE, 1, X, 6, null);
    detector.await(one, detector.signal(other));
    assertThat(add().timeOf(other.id)).isPositive();
  }
}
