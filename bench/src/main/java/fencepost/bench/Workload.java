package fencepost.bench;

import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Made-up programs, without a race unless some are wanted, for measuring the analysis. In most of
 * them the ranks form a ring; in each iteration every rank puts a halo into a slot of both its
 * neighbours' windows, reads what they have put into its own, and works on memory of its own. They
 * differ in how they synchronise, whom they talk to, and how much they work.
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
      Workload::readAndSweep),

  /** The same in steps: in each, everybody has another partner. */
  EXCHANGE("all-to-all in steps, fence", TrafficRank.Exchanging::new),

  RANDOM("random access, accumulate, flush, barrier", TrafficRank.Scattering::new),

  MASTER("master and workers, send/recv", TrafficRank.MasterOrWorker::new),

  LOCKS("locks that 64 ranks want", TrafficRank.Contending::new);

  private final String title;
  private final Program program;

  /** What one rank of a made-up program does. */
  interface Process {
    /** Before the first iteration. */
    void open();

    void iterate(int iteration);

    /** After the last iteration. */
    void close();

    long window();
  }

  /** A made-up program of any number of ranks. */
  interface Program {
    Process start(MpiScript script, int rank, int ranks);
  }

  Workload(String title, Program program) {
    this.title = title;
    this.program = program;
  }

  Workload(
      String title,
      Synchronisation synchronisation,
      Consumer<HaloRank> put,
      Consumer<HaloRank> read) {
    this(
        title,
        (script, rank, ranks) -> {
          HaloRank halo = new HaloRank(script, rank, ranks);
          return new Process() {
            @Override
            public void open() {
              synchronisation.open(halo);
            }

            @Override
            public void iterate(int iteration) {
              put.accept(halo);
              synchronisation.publish(halo);
              read.accept(halo);
              synchronisation.release(halo);
            }

            @Override
            public void close() {
              synchronisation.close(halo);
            }

            @Override
            public long window() {
              return halo.window();
            }
          };
        });
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

  /** Writes a trace of about so many events into a directory that does not hold one yet. */
  public void write(Path directory, int ranks, long events) throws IOException {
    write(directory, ranks, events, 0);
  }

  /** The same with so many races, each between two source lines of its own. */
  public void write(Path directory, int ranks, long events, int races) throws IOException {
    RecordedTrace.create(directory, "made-up program (" + title + ")");
    int iterations = iterations(ranks, events);
    for (int rank = 0; rank < ranks; rank++) {
      try (MpiScript script = MpiScript.start(directory, rank, ranks)) {
        Stages stages = stages(script, rank, ranks, iterations, races);
        while (stages.next()) {
          // until all is written
        }
      }
    }
  }

  /** The records of a rank, which are made while they are read. */
  MadeUpRecords records(int rank, int ranks, int iterations) {
    return new MadeUpRecords(
        writer -> stages(MpiScript.start(writer, rank, ranks), rank, ranks, iterations, 0)::next);
  }

  /** One stage of a rank after the other; false behind the last one. */
  private interface Stages {
    boolean next();
  }

  private Stages stages(MpiScript script, int rank, int ranks, int iterations, int races) {
    Process process = program.start(script, rank, ranks);
    SeededRaces seeded = new SeededRaces(script, rank, ranks, races);
    int[] next = {-1};
    return () -> {
      int iteration = next[0]++;
      if (iteration < 0) {
        script.createWindow(0, process.window(), HaloRank.WINDOW_BYTES);
        seeded.write(process.window());
        process.open();
      } else if (iteration < iterations) {
        process.iterate(iteration);
      } else {
        process.close();
        script.freeWindow(99);
        script.end();
      }
      return iteration < iterations;
    };
  }

  /** How many iterations of all ranks have about so many events. */
  int iterations(int ranks, long events) {
    long records = iteration(0, ranks) + (ranks - 1L) * iteration(1, ranks);
    return (int) Math.max(1, (events + records - 1) / records);
  }

  /** How many records the rank makes in an iteration: the first is like the others. */
  private long iteration(int rank, int ranks) {
    TraceWriter nowhere = TraceWriter.to(records -> {}, ByteBuffer.allocate(1 << 18));
    MpiScript script = MpiScript.start(nowhere, rank, ranks);
    Process process = program.start(script, rank, ranks);
    process.open();
    long before = script.records();
    process.iterate(0);
    return script.records() - before;
  }
}
