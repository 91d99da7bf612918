package fencepost.bench;

import java.util.SplittableRandom;

/**
 * One rank of a {@link Workload}: where its memory lies, and the accesses of an iteration, of all
 * shapes that the capture library records.
 *
 * <pre>
 *   window:  halo from the left | halo from the right | grid of the rank's own
 *   beside:  halo to the left   | halo to the right   | messages
 * </pre>
 */
final class HaloRank {
  private static final int HALO = 512;
  private static final long HALO_BYTES = 8L * HALO;
  private static final int GRID = 512;
  private static final long GRID_PITCH = 8L * GRID;
  static final long WINDOW_BYTES = 2 * HALO_BYTES + GRID * GRID_PITCH;

  /** Accesses of an iteration at places that nothing predicts, each a record of its own. */
  private static final int SCATTERED = 8;

  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  final MpiScript script;
  private final int rank;
  private final int ranks;
  private final SplittableRandom random;
  private int iteration;
  private boolean flushed;

  HaloRank(MpiScript script, int rank, int ranks) {
    this.script = script;
    this.rank = rank;
    this.ranks = ranks;
    this.random = new SplittableRandom(rank);
  }

  // ---- memory ----

  long window() {
    return (rank + 1L) << 32;
  }

  private long received(int side) {
    return window() + side * HALO_BYTES;
  }

  private long grid() {
    return window() + 2 * HALO_BYTES;
  }

  private long sent(int side) {
    return window() + (1L << 24) + side * HALO_BYTES;
  }

  private long message(int side) {
    return window() + (1L << 25) + 8L * side;
  }

  private int neighbour(int side) {
    return Math.floorMod(rank + (side == LEFT ? -1 : 1), ranks);
  }

  // ---- an iteration ----

  /** Columns of the grid are packed into rows and put where the neighbour expects them. */
  void putHalos() {
    for (int side : new int[] {LEFT, RIGHT}) {
      int line = 20 + 3 * side;
      long column = grid() + (side == LEFT ? 0 : GRID_PITCH - 8);
      script.load(line, Run.of(column, 8).times(HALO, GRID_PITCH));
      script.store(line + 1, Run.of(sent(side), 8).times(HALO, 8));
      // What goes to the left comes from the right there.
      script.put(line + 2, sent(side), HALO, neighbour(side), (1 - side) * HALO_BYTES);
    }
  }

  void readHalos() {
    for (int side : new int[] {LEFT, RIGHT}) {
      int line = 30 + 2 * side;
      long row = grid() + (side == LEFT ? 0 : (GRID - 1) * GRID_PITCH);
      script.load(line, Run.of(received(side), 8).times(HALO, 8));
      script.store(line + 1, Run.of(row, 8).times(HALO, 8));
    }
  }

  /** A block that moves through the grid, every other row of it, and scattered places. */
  void work() {
    long block = grid() + iteration++ % 16 * 32L * GRID_PITCH;
    script.load(40, Run.of(block, 8).times(30, 8).rows(30, GRID_PITCH));
    script.store(41, Run.of(block, 8).times(30, 16).rows(15, 2 * GRID_PITCH));
    for (int i = 0; i < SCATTERED; i++) {
      Run place = Run.of(grid() + 8L * random.nextInt(GRID * GRID), 8);
      if (i % 2 == 0) {
        script.load(50 + i, place);
      } else {
        script.store(50 + i, place);
      }
    }
  }

  /** A stencil: a row is stored from three rows around it. */
  void sweep() {
    for (int row = 1; row < GRID - 1; row += 4) {
      long middle = grid() + row * GRID_PITCH;
      script.load(60, Run.of(middle, 8).times(GRID - 2, 8).rows(3, GRID_PITCH));
      script.store(61, Run.of(middle + GRID_PITCH / 2, 8).times(GRID / 2 - 1, 8));
    }
  }

  // ---- a transposition ----

  private long receivedFrom(int source) {
    return grid() + source * HALO_BYTES;
  }

  private long sentTo(int target) {
    return window() + (1L << 24) + target * HALO_BYTES;
  }

  /** A block of columns for everybody is packed into a row and put. */
  void putBlocks() {
    for (int i = 0; i < ranks; i++) {
      int target = (rank + i) % ranks;
      script.load(70, Run.of(window() + (1L << 26) + 8L * target, 8).times(HALO, GRID_PITCH));
      script.store(71, Run.of(sentTo(target), 8).times(HALO, 8));
      script.put(72, sentTo(target), HALO, target, receivedFrom(rank) - window());
    }
  }

  void readBlocks() {
    for (int source = 0; source < ranks; source++) {
      script.load(73, Run.of(receivedFrom(source), 8).times(HALO, 8));
      script.store(74, Run.of(window() + (1L << 26) + 8L * source, 8).times(HALO, GRID_PITCH));
    }
  }

  // ---- synchronisation ----

  /** The first flush of an epoch proves the locks held. */
  void flush(int line) {
    script.flushAll(line, !flushed);
    flushed = true;
  }

  /** Sends a word to both neighbours and hears one from both. */
  void tellNeighbours(int firstLine, int tag) {
    script.send(firstLine, message(LEFT), neighbour(LEFT), tag);
    script.send(firstLine + 1, message(RIGHT), neighbour(RIGHT), tag);
    script.receive(firstLine + 2, message(LEFT), neighbour(LEFT), tag);
    script.receive(firstLine + 3, message(RIGHT), neighbour(RIGHT), tag);
  }
}
