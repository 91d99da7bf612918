package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.MpiScript;
import fencepost.bench.Run;
import fencepost.report.Suppressions;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of small programs of the three models, recorded and made up, and then damaged. */
class TraceFuzzTest {
  private static final long INPUTS = Long.getLong("fencepost.fuzz", 2_000);
  private static final long FIRST = Long.getLong("fencepost.fuzz.first", 1);

  private static final List<String> PROGRAMS =
      List.of(
          "apps/particles_ddt.c",
          "apps/halo_pscw.c",
          "apps/shared_window.c",
          "apps/ticket_lock.c",
          "shmem-apps/matrix_teams.c",
          "shmem-apps/stencil_signal.c",
          "gaspi-apps/work_stealing.c",
          "gaspi-apps/halo_jacobi.c");

  @TempDir private Path directory;

  @Test
  void damagedTracesAreAnalysedUpToTheDamage() throws Exception {
    List<List<List<long[]>>> seeds = new ArrayList<>();
    seeds.add(madeUp());
    for (String program : PROGRAMS) {
      seeds.add(recorded(Path.of("../tests").resolve(program)));
    }
    assertThat(new TraceFuzzer(seeds, FIRST).run(INPUTS)).isBetween(INPUTS / 2, INPUTS - 1);
  }

  private List<List<long[]>> madeUp() throws IOException {
    Path trace = directory.resolve("made-up");
    RecordedTrace.create(trace, "made up");
    for (int rank = 0; rank < 3; rank++) {
      try (MpiScript script = MpiScript.start(trace, rank, 3)) {
        script
            .createWindow(1, 0x10000, 512)
            .fence(2)
            .put(3, 0x20000, 8, (rank + 1) % 3, 0)
            .load(5, Run.of(0x20000, 8).times(32, 16).rows(4, 4096))
            .fence(6)
            .lockAll(7)
            .increment(8, 0x20000, 0x20040, 0, 1)
            .flushAll(9, 100 + rank, 1, rank)
            .unlockAll(10)
            .barrier(11)
            .freeWindow(12);
        script.end();
      }
    }
    return TraceMutation.read(trace);
  }

  private List<List<long[]>> recorded(Path source) throws IOException {
    Path program = directory.resolve("program");
    Path trace = directory.resolve(source.getFileName());
    List<String> arguments =
        List.of("-g", "-O1", "-lm", "-o", program.toString(), source.toString());
    Toolchain compiler = TestToolchain.GCC_OPEN_MPI.of(Toolchain.Language.C);
    int exit = new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run();
    assertThat(exit).isZero();
    List<String> command = new ArrayList<>(Launcher.command(null, 2, program.toString()));
    command.add(program.toString());
    Path output = directory.resolve("output");
    MonitoredRun.Result result =
        new MonitoredRun("program", command)
            .recordTo(trace)
            .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
            .run(Suppressions.parse(List.of()));
    assertThat(result.programExit()).as(Files.readString(output)).isZero();
    return TraceMutation.read(trace);
  }
}
