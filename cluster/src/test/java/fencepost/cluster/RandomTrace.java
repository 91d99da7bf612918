package fencepost.cluster;

import fencepost.bench.MpiScript;
import fencepost.bench.Run;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * A made-up trace of a few ranks, which the seed chooses: phases between fences, under locks and
 * between barriers, in which the ranks put, accumulate, load and store, often without order.
 */
final class RandomTrace {
  private static final long WINDOW = 0x10000;
  private static final long WINDOW_SIZE = 512;
  private static final long BUFFER = 0x20000;
  private static final int LINES = 40;
  private static final int PHASE = 10_000;
  private static final int FREE = 999;

  private RandomTrace() {}

  static void write(Path directory, long seed) throws IOException {
    RecordedTrace.create(directory, "random " + seed);
    Random common = new Random(seed);
    int ranks = 2 + common.nextInt(4);
    int phases = 1 + common.nextInt(6);
    long kinds = common.nextLong();
    boolean crashes = common.nextInt(5) == 0;
    for (int rank = 0; rank < ranks; rank++) {
      Random own = new Random(seed * 31 + rank);
      try (MpiScript script = MpiScript.start(directory, rank, ranks)) {
        script.createWindow(1, WINDOW, WINDOW_SIZE);
        for (int phase = 0; phase < phases; phase++) {
          script.at((phase + 1L) * PHASE);
          phase(script, (int) (kinds >> (2 * phase) & 3), own, rank, ranks);
        }
        if (!crashes || rank > 0) {
          script.at((phases + 1L) * PHASE).freeWindow(FREE);
          script.end();
        }
      }
    }
  }

  private static void phase(MpiScript script, int kind, Random own, int rank, int ranks) {
    switch (kind) {
      case 0 -> {
        script.fence(2);
        statements(script, own, ranks);
        script.fence(3);
      }
      case 1 -> {
        script.lockAll(4);
        statements(script, own, ranks);
        script.flushAll(5, true);
        statements(script, own, ranks);
        script.unlockAll(6).barrier(7);
      }
      case 2 -> {
        int target = own.nextInt(ranks);
        script.lock(8, target, own.nextBoolean());
        script.put(9, BUFFER, 1, target, 8L * own.nextInt(8)).unlock(10, target);
      }
      default -> {
        script.lockAll(11).accumulate(12, BUFFER, (rank + 1) % ranks, 64).unlockAll(13);
        script.send(14, BUFFER + 256, (rank + 1) % ranks, 0);
        script.receive(15, BUFFER + 264, (rank + ranks - 1) % ranks, 0);
        script.load(16, Run.of(WINDOW + 64, 8));
      }
    }
  }

  private static void statements(MpiScript script, Random own, int ranks) {
    for (int i = own.nextInt(8); i > 0; i--) {
      int line = 100 + own.nextInt(LINES);
      long at = 8L * own.nextInt(32);
      switch (line % 4) {
        case 0 -> script.put(line, BUFFER + at, 1 + own.nextInt(4), own.nextInt(ranks), at);
        case 1 -> script.store(line, Run.of((own.nextBoolean() ? WINDOW : BUFFER) + at, 8));
        case 2 -> script.load(line, Run.of(WINDOW + at, 8).times(1 + own.nextInt(4), 16));
        default -> script.accumulate(line, BUFFER + at, own.nextInt(ranks), at);
      }
    }
  }
}
