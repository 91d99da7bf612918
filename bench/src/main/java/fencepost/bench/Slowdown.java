package fencepost.bench;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What monitoring costs a program: its own time, and the whole command's, against the same program
 * built by the same compiler without us.
 *
 * <p>The variants take turns, so that what else the machine does meanwhile hits them alike; a ratio
 * compares two runs of the same round.
 */
public final class Slowdown {
  private final Setup setup;
  private final int rounds;
  private final List<String> variants;
  private final Consumer<String> progress;
  private final List<Compiler> compilers = Compiler.installed();
  private final Set<String> failures = new LinkedHashSet<>();
  private final Set<String> commands = new LinkedHashSet<>();
  private boolean failed;

  /**
   * @param variants which of them beside plain; all if there are none
   * @param progress told what is being done
   */
  public Slowdown(Setup setup, int rounds, List<String> variants, Consumer<String> progress) {
    this.setup = setup;
    this.rounds = rounds;
    this.variants = variants;
    this.progress = progress;
  }

  /** A program as one compiler and variant built it, and its runs, one a round. */
  private record Contender(
      Compiler compiler,
      Variant variant,
      Command command,
      double buildSeconds,
      List<ProgramRun> runs) {
    String name() {
      return compiler.name() + ", " + variant.title();
    }
  }

  /** Measures the programs, and returns a report in Markdown. */
  public String report(List<Subject> subjects, String command) throws IOException {
    String machine = MeasuredMachine.describe();
    MarkdownTable table =
        new MarkdownTable(
            "program",
            "compiler",
            "variant",
            "compute, s",
            "slowdown",
            "command, s",
            "slowdown of the command",
            "events",
            "peak memory of a rank",
            "build, s");
    try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
      Path work = owned.path();
      for (Subject subject : subjects) {
        measure(subject, work, table);
      }
    }
    return table + "\n" + explanation(command, machine);
  }

  /** Whether something of ours could not be measured; libtsan may be missing. */
  public boolean failed() {
    return failed;
  }

  private void fail(Variant variant, String what) {
    failures.add(what);
    failed |= variant != Variant.LIBTSAN;
  }

  private String explanation(String command, String machine) {
    String versions = compilers.stream().map(Compiler::version).collect(Collectors.joining("; "));
    StringBuilder text = new StringBuilder();
    failures.forEach(failure -> text.append("Failed: ").append(failure).append('\n'));
    text.append(
        String.format(
            "Median (and range) of %d rounds in which the variants took turns; slowdown: against"
                + " plain of the same compiler and round.%nMeasured with `%s` on %s; %s.%n"
                + "The commands, for the first compiler:%n%n",
            rounds, command, machine, versions));
    commands.forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }

  // ---- measuring ----

  private void measure(Subject subject, Path work, MarkdownTable table) throws IOException {
    String program = subject.title();
    Path report = work.resolve("report.json");
    List<Contender> contenders = build(subject, work, report);
    for (int round = 1; round <= rounds; round++) {
      for (Contender contender : List.copyOf(contenders)) {
        progress.accept(program + ", " + contender.name() + ", round " + round + " of " + rounds);
        try {
          contender.runs.add(ProgramRun.of(contender.command, report));
        } catch (IOException e) {
          fail(contender.variant, program + ", " + contender.name() + ": " + e.getMessage());
          contenders.remove(contender);
        }
      }
    }
    contenders.forEach(contender -> row(table, program, contender, plainOf(contender, contenders)));
  }

  private List<Contender> build(Subject subject, Path work, Path report) throws IOException {
    List<Contender> contenders = new ArrayList<>();
    for (Compiler compiler : compilers) {
      for (Variant variant : variantsFor(compiler, subject)) {
        Path program = work.resolve(subject.name() + "." + compiler.name() + "." + variant.title());
        progress.accept("building " + program.getFileName());
        Command build = variant.build(setup, compiler, subject, program);
        Command run = variant.run(setup, subject, program, report);
        if (compiler.equals(compilers.get(0))) {
          commands.add(show(build, work));
          commands.add(show(run, work));
        }
        Command.Result built = build.run();
        if (built.exitCode() == 0) {
          contenders.add(new Contender(compiler, variant, run, built.seconds(), new ArrayList<>()));
        } else {
          fail(variant, program.getFileName() + " does not build: " + built.complaint());
        }
      }
    }
    return contenders;
  }

  private List<Variant> variantsFor(Compiler compiler, Subject subject) {
    List<Variant> possible =
        Arrays.stream(Variant.values())
            .filter(variant -> variant.isFor(compiler, subject))
            .filter(v -> v == Variant.PLAIN || variants.isEmpty() || variants.contains(v.title()))
            .toList();
    return possible.size() > 1 ? possible : List.of();
  }

  /** A command as a user would type it: without our temporary files. */
  private String show(Command command, Path work) {
    return command
        .show()
        .replace(String.join(" ", setup.fencepost()), "fencepost")
        .replace(work + "/", "");
  }

  // ---- the table ----

  private static List<ProgramRun> plainOf(Contender contender, List<Contender> all) {
    return all.stream()
        .filter(c -> c.variant == Variant.PLAIN && c.compiler.equals(contender.compiler))
        .findFirst()
        .map(Contender::runs)
        .orElse(List.of());
  }

  private static void row(
      MarkdownTable table, String program, Contender contender, List<ProgramRun> plain) {
    List<Double> compute = new ArrayList<>();
    List<Double> command = new ArrayList<>();
    List<Double> computeRatios = new ArrayList<>();
    List<Double> commandRatios = new ArrayList<>();
    for (int round = 0; round < contender.runs.size(); round++) {
      ProgramRun run = contender.runs.get(round);
      compute.add(run.computeSeconds());
      command.add(run.commandSeconds());
      if (contender.variant != Variant.PLAIN && !plain.isEmpty()) {
        computeRatios.add(run.computeSeconds() / plain.get(round).computeSeconds());
        commandRatios.add(run.commandSeconds() / plain.get(round).commandSeconds());
      }
    }
    ProgramRun last = contender.runs.get(contender.runs.size() - 1);
    table.row(
        program,
        contender.compiler.name(),
        contender.variant.title(),
        String.format(Locale.ROOT, "%.3f", new Sample(compute).median()),
        show(computeRatios),
        String.format(Locale.ROOT, "%.2f", new Sample(command).median()),
        show(commandRatios),
        last.events() == 0 ? "" : String.format(Locale.ROOT, "%,d", last.events()),
        last.peakKilobytes() == 0
            ? ""
            : String.format(Locale.ROOT, "%.1f MiB", last.peakKilobytes() / 1024.0),
        String.format(Locale.ROOT, "%.1f", contender.buildSeconds));
  }

  private static String show(List<Double> ratios) {
    return ratios.isEmpty() ? "" : new Sample(ratios).show();
  }
}
