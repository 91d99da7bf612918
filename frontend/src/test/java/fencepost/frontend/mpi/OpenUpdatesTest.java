package fencepost.frontend.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.StrandClock;
import fencepost.engine.Detector;
import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Cells;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** More updates than a cell can hold are known to be over, whoever completes them. */
class OpenUpdatesTest {
  private static final int MANY = 10_000;

  private final Cell cell = new Cells().at(0, 64, 4);
  private final WindowAccess access = new WindowAccess(new Window(new Communicator(0)), 0);
  private final StrandClock clock = new StrandClock(0);
  private final Detector detector = new Detector((earlier, later, details) -> {});
  private long time;

  private void updateOften(Consumer<WindowAccess.Target> completion) {
    for (int i = 0; i < MANY; i++) {
      time += 2;
      Update update =
          new Update(AtomicOp.SUM, 1, 0, 32, false, access.origin(), clock.signal(), time);
      cell.add(update);
      if (cell.isCrowded()) {
        cell.settleBefore(time, detector);
      }
      access.use(0).updates.add(update);
      completion.accept(access.target(0));
    }
  }

  private long seen() {
    Provenance order = cell.read(MANY, null, Origin.ANYONE, time + 2, time + 3);
    return order == null ? 0 : order.signal().timeOf(0);
  }

  @Test
  void whatAFenceCompletesIsOverWhenItsTargetHasLeft() {
    updateOften(
        target -> {
          Window.Fence fence = access.window.nextFence(0);
          fence.takeFrom(target);
          fence.leave(0, time + 1);
        });
    assertThat(seen()).isPositive();
  }

  @Test
  void whatAnAccessEpochCompletesIsOverWhenItsTargetHasWaited() {
    updateOften(
        target -> {
          Handshake handshake = new Handshake();
          handshake.updates.takeFrom(target.updates);
          handshake.updates.completedAt(time + 1);
        });
    assertThat(seen()).isPositive();
  }

  @Test
  void ofWhatNothingCompletesTheCellForgetsAll() {
    updateOften(target -> {});
    assertThat(seen()).isZero();
  }
}
