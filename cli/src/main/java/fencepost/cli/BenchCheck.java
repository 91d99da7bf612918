package fencepost.cli;

import fencepost.check.Check;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import fencepost.program.llvm.LlvmException;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much processor time check takes for programs of a given size, and how much memory. */
@Command(
    name = "check",
    description = "Measures check on generated programs of several sizes.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost bench check"})
final class BenchCheck implements Callable<Integer> {
  private static final int FUNCTION = 20;

  @Option(
      names = "--lines",
      paramLabel = "N",
      split = ",",
      defaultValue = "1000,10000,100000",
      description = "Sizes of the programs (default: ${DEFAULT-VALUE}).")
  List<Integer> sizes = List.of();

  @Option(
      names = "-n",
      paramLabel = "N",
      split = ",",
      defaultValue = "2,3,4,8,9",
      description = "Numbers of processes to try (default: ${DEFAULT-VALUE}).")
  List<Integer> processes = List.of();

  @Override
  public Integer call() throws IOException {
    System.out.println(
        "| lines | read | execute | instructions | per second | executions | memory |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (int lines : sizes) {
      try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
        Path work = owned.path();
        measure(lines, work);
      }
    }
    return ExitCode.NOTHING_FOUND;
  }

  private void measure(int lines, Path work) throws IOException {
    Path source = Files.writeString(work.resolve("generated.c"), program(lines));
    long start = processorTime();
    Image image;
    try {
      image =
          ProgramReader.image(
              new BitcodeCompiler().compile(List.of(source), null, List.of(), work));
    } catch (BitcodeCompiler.Failed | LlvmException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, String.valueOf(e.getMessage()));
    }
    long read = processorTime();
    Exploration.Result result =
        Check.run(
            image,
            new Exploration.Plan(
                processes,
                null,
                Set.of(),
                600,
                "fencepost run -n %d",
                (trials, findings, steps, coverage) -> {}),
            false);
    long end = processorTime();
    if (result.findings().size() != 1 || !result.coverage().missed().isEmpty()) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, "the generated program has one race, not " + result.findings());
    }
    System.out.printf(
        Locale.ROOT,
        "| %,d | %.1f s | %.1f s | %,d | %,.1f million | %d | %,d MB |%n",
        lines,
        (read - start) / 1e9,
        (end - read) / 1e9,
        result.steps(),
        result.steps() / ((end - read) / 1e9) / 1e6,
        result.trials(),
        peak() >> 20);
    System.out.flush();
  }

  /** Of this thread: the same whatever else the machine does. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** The most that the heap has held so far. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** Functions that compute and put, one epoch each; the last one uses its buffer too early. */
  private static String program(int lines) {
    StringBuilder text = new StringBuilder("#include <mpi.h>\n#include <stdlib.h>\n");
    text.append("static double buffer[64];\nstatic double *memory;\nstatic MPI_Win win;\n");
    int functions = Math.max(2, lines / FUNCTION);
    for (int f = 0; f < functions; f++) {
      text.append("static void f").append(f).append("(int rank, int size) {\n");
      for (int i = 0; i < FUNCTION - 8; i++) {
        text.append("  buffer[%d] = buffer[%d] * 0.5 + %d.0;%n".formatted(i, i + 1, f % 97));
      }
      text.append("  for (int i = 0; i < 64; i++) buffer[i] += i * 0.25;\n");
      text.append(
          "  MPI_Put(buffer, 64, MPI_DOUBLE, (rank + 1) %% size, %d, 64, MPI_DOUBLE, win);%n"
              .formatted(64 * (f % 2)));
      if (f == functions - 1) {
        text.append("  buffer[0] = 1;\n");
      }
      text.append("  MPI_Win_fence(0, win);\n}\n\n");
    }
    text.append("int main(int argc, char **argv) {\n  int rank, size;\n");
    text.append("  int rounds = argc > 1 ? atoi(argv[1]) : 2;\n");
    text.append("  MPI_Init(&argc, &argv);\n  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n");
    text.append("  MPI_Comm_size(MPI_COMM_WORLD, &size);\n");
    text.append("  MPI_Win_allocate(128 * sizeof(double), sizeof(double), MPI_INFO_NULL,\n");
    text.append("                   MPI_COMM_WORLD, &memory, &win);\n  MPI_Win_fence(0, win);\n");
    text.append("  for (int r = 0; r < rounds; r++) {\n");
    for (int f = 0; f < functions; f++) {
      text.append("    f").append(f).append("(rank, size);\n");
    }
    text.append("  }\n  MPI_Win_free(&win);\n  MPI_Finalize();\n  return 0;\n}\n");
    return text.toString();
  }
}
