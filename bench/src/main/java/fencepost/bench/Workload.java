package fencepost.bench;

import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Made-up programs without a race, for measuring the analysis. In most of them the ranks form a
 * ring; in each iteration every rank puts a halo into a slot of both its neighbours' windows, reads
 * what they have put into its own, and works on memory of its own. They differ in how they
 * synchronise, whom they talk to, and how much they work.
 */
public enum Workload {
  FENCE("halo, fence", Synchronisation.FENCE, HaloRank::putHalos, Workload::readAndWork),

  LOCK_ALL(
      "halo, lock_all, flush, barrier",
      Synchronisation.LOCK_ALL,
      HaloRank::putHalos,
      Workload::readAndWork),

  PAIRWISE(
      "halo, lock_all, flush, send/recv",
      Synchronisation.PAIRWISE,
      HaloRank::putHalos,
      Workload::readAndWork),

  /** Everybody puts a block to everybody. */
  TRANSPOSE("transpose, fence", Synchronisation.FENCE, HaloRank::putBlocks, HaloRank::readBlocks),

  /** Halos, and a sweep over all rows of the grid, a few loops each. */
  SWEEP(
      "halo and sweep over a grid, fence",
      Synchronisation.FENCE,
      HaloRank::putHalos,
      Workload::readAndSweep);

  private final String title;
  private final Synchronisation synchronisation;
  private final Consumer<HaloRank> put;
  private final Consumer<HaloRank> read;

  Workload(
      String title,
      Synchronisation synchronisation,
      Consumer<HaloRank> put,
      Consumer<HaloRank> read) {
    this.title = title;
    this.synchronisation = synchronisation;
    this.put = put;
    this.read = read;
  }

  private static void readAndWork(HaloRank rank) {
    rank.readHalos();
    rank.work();
  }

  private static void readAndSweep(HaloRank rank) {
    rank.readHalos();
    rank.sweep();
  }

  /** How the ranks synchronise, in words. */
  public String title() {
    return title;
  }

  private void iterate(HaloRank rank) {
    put.accept(rank);
    synchronisation.publish(rank);
    read.accept(rank);
    synchronisation.release(rank);
  }

  /** Writes a trace of about so many events into a directory that does not hold one yet. */
  public void write(Path directory, int ranks, long events) throws IOException {
    RecordedTrace.create(directory, "made-up program (" + title + ")");
    for (int number = 0; number < ranks; number++) {
      try (MpiScript script = MpiScript.start(directory, number, ranks)) {
        HaloRank rank = new HaloRank(script, number, ranks);
        rank.script.createWindow(0, rank.window(), HaloRank.WINDOW_BYTES);
        synchronisation.open(rank);
        // All ranks record the same number of events in an iteration, so they stop in the same one.
        while (script.records() < events / ranks) {
          iterate(rank);
        }
        synchronisation.close(rank);
        script.freeWindow(99);
        script.end();
      }
    }
  }
}
