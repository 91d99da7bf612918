package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Locks, barriers and queues that programs build from atomic operations, with more processes than
 * cores, single ones of which are stopped for a while again and again, and with rings that are soon
 * full. Whatever the schedule, a clean program gets no finding, and nothing is analysed without
 * evidence: the report is complete.
 */
@Execution(ExecutionMode.CONCURRENT)
class LocksUnderLoadTest {
  private static final int RUNS = Integer.getInteger("fencepost.stress", 1);
  private static final String TINY_RING = "FENCEPOST_RING_BYTES=65536";
  private static final List<String> PROGRAMS =
      List.of(
          "apps/spin_lock.c",
          "apps/ticket_lock.c",
          "apps/mcs_lock.c",
          "apps/work_queue.c",
          "apps/linked_list.c",
          "apps/hash_table.c",
          "apps/histogram_lock.c",
          "apps/shared_window.c");

  @TestFactory
  Stream<DynamicTest> aCleanLockIsCleanInEverySchedule() {
    return PROGRAMS.stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> check(Path.of("../tests", name))));
  }

  private static void check(Path source) throws IOException {
    Path work = Files.createTempDirectory("fencepost-test-");
    try {
      Path program = work.resolve("program");
      List<String> arguments =
          List.of("-g", "-O1", "-o", program.toString(), source.toString(), "-lm");
      Toolchain compiler = TestToolchain.GCC_OPEN_MPI.of(Toolchain.Language.C);
      assertThat(new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run())
          .isZero();
      for (int run = 0; run < RUNS; run++) {
        assertThat(findings(program, 3 + run % 4, run)).as("run %d", run).isEmpty();
      }
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static List<Finding> findings(Path program, int ranks, int seed) throws IOException {
    AtomicBoolean over = new AtomicBoolean();
    Thread stopper = new Thread(() -> stopAndContinue(program, new Random(seed), over));
    stopper.start();
    try {
      List<String> launcher =
          new ArrayList<>(
              seed % 2 == 0 ? List.of("nice", "env", TINY_RING) : List.of("env", TINY_RING));
      launcher.addAll(TestToolchain.GCC_OPEN_MPI.launcher(ranks, program));
      return TestProgram.findings(launcher, program, Set.of(), 300);
    } finally {
      over.set(true);
      join(stopper);
    }
  }

  /** Stops one process of the program for some milliseconds, then another one. */
  private static void stopAndContinue(Path program, Random random, AtomicBoolean over) {
    while (!over.get()) {
      List<ProcessHandle> ranks = new ArrayList<>();
      ProcessHandle.allProcesses()
          .filter(process -> process.info().command().orElse("").equals(program.toString()))
          .forEach(ranks::add);
      if (!ranks.isEmpty()) {
        ProcessHandle one = ranks.get(random.nextInt(ranks.size()));
        signal("-STOP", one);
        pause(1 + random.nextInt(30));
        signal("-CONT", one);
      }
      pause(random.nextInt(20));
    }
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      new ProcessBuilder("kill", name, String.valueOf(process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(int milliseconds) {
    try {
      TimeUnit.MILLISECONDS.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
