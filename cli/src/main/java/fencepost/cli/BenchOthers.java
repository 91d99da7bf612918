package fencepost.cli;

import fencepost.bench.MarkdownTable;
import fencepost.cli.ForeignPrograms.Program;
import fencepost.report.Finding;
import fencepost.report.Suppressions;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs programs that we did not write, and compares what is found with what is known of them. */
@Command(
    name = "others",
    description = "Fetches programs of Debian's packages, and runs them under the detector.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost bench others",
      "  fencepost bench others --collections=mpich-rma --filter=lock"
    })
final class BenchOthers implements Callable<Integer> {
  private static final String DIRECTORY = "bench/others";
  private static final String KNOWN = "known.txt";

  @Option(
      names = "--collections",
      split = ",",
      paramLabel = "NAME",
      description = "Which of the descriptions in " + DIRECTORY + " (default: all).")
  List<String> collections = List.of();

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description = "Only programs with this in their names.")
  String filter = "";

  @Option(names = "--fast", description = "Compile with --fast instead of --universal.")
  boolean fast;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "For each program (default: ${DEFAULT-VALUE}).")
  long timeout = 60;

  /** What came of a program. */
  private enum Outcome {
    SILENT("silent"),
    KNOWN("known findings"),
    NEW("new findings"),
    UNFIT("fails without the detector, too"),
    FAILED("fails");

    final String title;

    Outcome(String title) {
      this.title = title;
    }
  }

  private final Map<String, Map<Outcome, Integer>> table = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  @Override
  public Integer call() throws IOException {
    Path descriptions = Installation.requireCheckout(DIRECTORY).resolve(DIRECTORY);
    readKnown(descriptions.resolve(KNOWN));
    Path cache = NativeLibrary.cache().resolve("others");
    for (Path description : descriptions(descriptions)) {
      ForeignPrograms programs = ForeignPrograms.read(description, cache);
      Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
      table.put(programs.name(), counts);
      try (OwnedDirectory work = OwnedDirectory.create("others")) {
        for (Program program : programs.programs()) {
          if (program.name().contains(filter)) {
            counts.merge(examine(programs, program, work.path()), 1, Integer::sum);
          }
        }
      }
    }
    System.out.print("\n" + report());
    return sum(Outcome.FAILED) > 0
        ? ExitCode.TOOL_FAILED
        : sum(Outcome.NEW) > 0 ? ExitCode.RACES : ExitCode.NOTHING_FOUND;
  }

  private List<Path> descriptions(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".properties"))
          .filter(
              file -> collections.isEmpty() || collections.contains(ForeignPrograms.nameOf(file)))
          .sorted()
          .toList();
    }
  }

  /** Lines like {@code collection/program file.c:12 file.c:14: why it is a race}. */
  private void readKnown(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        known.add(line.replaceFirst(": .*", "").strip());
      }
    }
  }

  private Outcome examine(ForeignPrograms collection, Program program, Path work) {
    String where = collection.name() + "/" + program.name();
    Optional<Path> binary =
        collection
            .build()
            .executable(program, fast ? FastOptions.FAST : FastOptions.UNIVERSAL, work);
    String trouble;
    if (binary.isEmpty()) {
      trouble = "does not compile";
    } else {
      try {
        MonitoredRun.Result result = run(program, binary.get(), work);
        if (result.report().complete() && result.programExit() == 0) {
          return judge(where, result.report().findings());
        }
        trouble =
            result.timedOut()
                ? "does not end"
                : "ends with " + result.programExit() + ", " + result.report().notes();
      } catch (ToolFailure e) {
        trouble = e.getMessage();
      }
    }
    boolean unfit = failsAlone(collection, program, work);
    System.out.println(where + ": " + trouble + (unfit ? ", also without the detector" : ""));
    return unfit ? Outcome.UNFIT : Outcome.FAILED;
  }

  private MonitoredRun.Result run(Program program, Path binary, Path work) {
    return new MonitoredRun(program.name(), command(program, binary))
        .timeoutAfter(timeout)
        .outputTo(ProcessBuilder.Redirect.to(work.resolve("output").toFile()))
        .run(Suppressions.parse(List.of()));
  }

  /** A program may read and write files beside itself. */
  private static List<String> command(Program program, Path binary) {
    List<String> command =
        new ArrayList<>(List.of("env", "-C", binary.resolveSibling("").toString()));
    command.addAll(Launcher.command(null, program.processes(), binary.toString()));
    command.add(binary.toString());
    command.addAll(program.arguments());
    return command;
  }

  /** Whether the same fails if it is compiled and run as it is. */
  private boolean failsAlone(ForeignPrograms collection, Program program, Path work) {
    Optional<Path> binary = collection.build().executable(program, null, work);
    if (binary.isEmpty()) {
      return true;
    }
    List<String> run = new ArrayList<>(List.of("timeout", "" + timeout));
    run.addAll(command(program, binary.get()));
    return Shell.run(run).exitCode() != 0;
  }

  private Outcome judge(String where, List<Finding> findings) {
    Outcome outcome = Outcome.SILENT;
    for (Finding finding : findings) {
      String places =
          finding.accesses().stream()
              .map(access -> access.place().fileName() + ":" + access.place().line())
              .collect(Collectors.joining(" "));
      boolean isKnown = known.contains(where + " " + places);
      System.out.println(where + " " + places + (isKnown ? "" : " (new)"));
      outcome = isKnown && outcome != Outcome.NEW ? Outcome.KNOWN : Outcome.NEW;
    }
    return outcome;
  }

  private int sum(Outcome outcome) {
    return table.values().stream().mapToInt(counts -> counts.getOrDefault(outcome, 0)).sum();
  }

  private String report() {
    List<String> titles = new ArrayList<>(List.of("collection", "programs"));
    Stream.of(Outcome.values()).forEach(outcome -> titles.add(outcome.title));
    MarkdownTable report = new MarkdownTable(titles.toArray(new String[0]));
    table.forEach(
        (name, counts) -> {
          List<String> row = new ArrayList<>(List.of(name));
          row.add("" + counts.values().stream().mapToInt(n -> n).sum());
          Stream.of(Outcome.values()).forEach(o -> row.add("" + counts.getOrDefault(o, 0)));
          report.row(row.toArray(new String[0]));
        });
    return report.toString();
  }
}
