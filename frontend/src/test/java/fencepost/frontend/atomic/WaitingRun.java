package fencepost.frontend.atomic;

import fencepost.clocks.Clock;
import fencepost.clocks.StrandClock;
import fencepost.model.AccessKind;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strands that update a cell and learn from each other; strand 0 waits. */
final class WaitingRun {
  final Cell cell;
  final List<StrandClock> clocks = new ArrayList<>();
  private final List<Issued> issued = new ArrayList<>();
  private long time;

  /** The effect of an update, and where it was complete. */
  static final class Completion implements Provenance.Arrival {
    private final List<long[]> points = new ArrayList<>();
    private final List<Effect> effects;

    Completion(int strand, long time) {
      Region cell = Region.of(0, 8);
      effects =
          List.of(
              new Effect(
                  AccessKind.ATOMIC_UPDATE, 0, cell, strand, time, strand, null, 1, null, null));
    }

    @Override
    public List<Effect> effects() {
      return effects;
    }

    @Override
    public boolean isKnownTo(Clock clock) {
      return points.stream().anyMatch(point -> clock.covers((int) point[0], point[1]));
    }
  }

  /** An update and its effect. */
  record Issued(int strand, Update update, Delivery delivery, Completion completion) {}

  WaitingRun(int strands) {
    this(strands, new Cell());
  }

  WaitingRun(int strands, Cell cell) {
    this.cell = cell;
    for (int i = 0; i < strands; i++) {
      clocks.add(new StrandClock(i));
    }
  }

  Issued add(int strand, long operand) {
    return issue(strand, AtomicOp.SUM, operand, new Delivery("unordered " + ++time, 0));
  }

  /** Behind all that the strand has added like this before. */
  Issued addInOrder(int strand, long operand) {
    return issue(strand, AtomicOp.SUM, operand, new Delivery(strand, ++time));
  }

  Issued set(int strand, long value) {
    return issue(strand, AtomicOp.REPLACE, value, new Delivery("unordered " + ++time, 0));
  }

  /** Behind all that the strand has set like this before. */
  Issued setInOrder(int strand, long value) {
    return issue(strand, AtomicOp.REPLACE, value, new Delivery(strand, ++time));
  }

  Issued issue(int strand, AtomicOp op, long operand, Delivery delivery) {
    Completion completion = new Completion(strand, time);
    List<Provenance.Arrival> arrivals = new ArrayList<>();
    for (Issued earlier : issued) { // what is delivered before it has arrived with it
      if (earlier.delivery.isBefore(delivery)) {
        arrivals.add(earlier.completion);
      }
    }
    arrivals.add(completion);
    Provenance provenance = new Provenance(clocks.get(strand).signal(), arrivals);
    Update update =
        new Update(
            op,
            operand,
            0,
            Long.SIZE,
            false,
            Origin.ANYONE,
            provenance,
            new Update.Passage(delivery, completion),
            ++time);
    cell.add(update);
    Issued result = new Issued(strand, update, delivery, completion);
    issued.add(result);
    return result;
  }

  /** The strand knows that the update is complete, and so does the time. */
  void quiet(int strand, Issued update) {
    complete(strand, update);
    update.update.completedAt(++time);
  }

  private void complete(int strand, Issued update) {
    update.completion.points.add(new long[] {strand, clocks.get(strand).tick()});
  }

  void message(int from, int to) {
    clocks.get(to).learn(clocks.get(from).signal());
  }

  /** Strand 0 has waited; it learns what it may, and knows that the given updates are complete. */
  @Nullable Provenance await(Goal goal, Issued... certain) {
    Provenance order = cell.await(goal, clocks.get(0), null, ++time);
    if (order != null) {
      clocks.get(0).learn(order.signal());
    }
    for (Issued update : certain) {
      complete(0, update);
    }
    return order;
  }

  /** Somebody was given the value. */
  void fetched(long value) {
    time += 2;
    cell.read(value, null, Origin.ANYONE, time - 1, time);
  }

  /** Strand 0 was given the value of a signal. */
  @Nullable Provenance given(long value) {
    time += 2;
    return cell.given(value, clocks.get(0), time - 1, time);
  }

  static Goal atLeast(long least) {
    return new Goal(value -> value >= least, true);
  }

  static Goal equal(long wanted) {
    return new Goal(value -> value == wanted, false);
  }
}
