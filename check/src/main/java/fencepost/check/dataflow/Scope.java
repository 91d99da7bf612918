package fencepost.check.dataflow;

import fencepost.program.flow.Loop;
import fencepost.program.ir.Block;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of a function, and in which iteration of its loops it is. */
final class Scope {
  /** An operation is followed into so many further iterations of the loops that it is in. */
  private static final int MOST_TURNS = 2;

  private final DataflowFrame frame;

  /** The loops that are being executed, by their headers. */
  private final Map<Block, Turn> loops;

  private final int hash;

  private Scope(DataflowFrame frame, Map<Block, Turn> loops) {
    this.frame = frame;
    this.loops = loops;
    this.hash = 31 * frame.hashCode() + loops.hashCode();
  }

  DataflowFrame frame() {
    return frame;
  }

  Map<Block, Turn> loops() {
    return loops;
  }

  /**
   * An iteration.
   *
   * @param number counted from the one in which the operation was issued, or from the first one; of
   *     a fresh loop, 1 stands for all later ones
   * @param fresh whether the loop was entered after the operation was issued
   */
  record Turn(int number, boolean fresh) {}

  static Scope outside(DataflowFrame frame) {
    return new Scope(frame, Map.of());
  }

  /** The scope in which an operation or call in a block is, when it is first looked at. */
  static Scope at(DataflowFrame frame, Block block, Shape shape) {
    Map<Block, Turn> turns = new HashMap<>();
    for (Loop loop : shape.loopsAround(block)) {
      turns.put(loop.header(), new Turn(0, false));
    }
    return new Scope(frame, Map.copyOf(turns));
  }

  /** What it is after a jump; null if nobody wants to go that far. */
  @Nullable Scope after(Block from, Block to, Shape shape) {
    if (loops.isEmpty() && shape.loopsAround(to).isEmpty()) {
      return this;
    }
    Map<Block, Turn> turns = new HashMap<>();
    for (Loop loop : shape.loopsAround(to)) {
      Turn turn = loops.get(loop.header());
      boolean again = turn != null && to == loop.header();
      if (turn == null || (again && !loop.contains(from))) {
        turn = new Turn(0, true);
      } else if (again) {
        turn = new Turn(turn.fresh ? 1 : turn.number + 1, turn.fresh);
      }
      if (turn.number > MOST_TURNS) {
        return null;
      }
      turns.put(loop.header(), turn);
    }
    return new Scope(frame, Map.copyOf(turns));
  }

  /** The same, of the loops around a block only: those that matter for what is made there. */
  Scope around(Block block, Shape shape) {
    if (loops.isEmpty()) {
      return this;
    }
    Map<Block, Turn> turns = new HashMap<>();
    for (Loop loop : shape.loopsAround(block)) {
      Turn turn = loops.get(loop.header());
      if (turn != null) {
        turns.put(loop.header(), turn);
      }
    }
    return turns.size() == loops.size() ? this : new Scope(frame, Map.copyOf(turns));
  }

  /** Whether a loop around the operation has begun anew since it was issued. */
  boolean isLaterTurn() {
    return loops.values().stream().anyMatch(turn -> !turn.fresh() && turn.number() > 0)
        || frame.isCalledInLaterTurn();
  }

  Scope with(Block header, Turn turn) {
    Map<Block, Turn> turns = new HashMap<>(loops);
    turns.put(header, turn);
    return new Scope(frame, Map.copyOf(turns));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Scope scope
            && hash == scope.hash
            && frame.equals(scope.frame)
            && loops.equals(scope.loops));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
