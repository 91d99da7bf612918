package fencepost.bench;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * How many loads and stores of a program are left after each step of the analysis of whole
 * programs, and how much longer it takes to build than the plain program. The variants take turns.
 */
public final class InstrumentedSites {
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final List<Variant> VARIANTS =
      List.of(Variant.PLAIN, Variant.FENCEPOST, Variant.FAST);

  private final Setup setup;
  private final int rounds;
  private final Consumer<String> progress;

  public InstrumentedSites(Setup setup, int rounds, Consumer<String> progress) {
    this.setup = setup;
    this.rounds = rounds;
    this.progress = progress;
  }

  /** Builds the programs, and returns a report in Markdown. */
  public String report(List<Subject> subjects, String command) throws IOException {
    Compiler clang = Compiler.clang();
    MarkdownTable table =
        new MarkdownTable(
            "program",
            "loads and stores",
            "filter",
            "access types",
            "before loops",
            "redundant",
            "checked each time",
            "loops in two versions",
            "build, s",
            "universal",
            "fast");
    try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
      Path work = owned.path();
      for (Subject subject : subjects) {
        row(table, subject, clang, work);
      }
    }
    return String.format(
        "%s%nSeconds of the plain build, median of %d, and how often it fits into the others.%n"
            + "Measured with `%s` on %s; %s.%n",
        table, rounds, command, MeasuredMachine.describe(), clang.version());
  }

  private void row(MarkdownTable table, Subject subject, Compiler clang, Path work)
      throws IOException {
    Map<Variant, List<Double>> seconds = new EnumMap<>(Variant.class);
    List<String> counts = List.of();
    for (int round = 1; round <= rounds; round++) {
      progress.accept(subject.name() + ", round " + round + " of " + rounds);
      for (Variant variant : VARIANTS) {
        if (variant.isFor(clang, subject)) {
          Command.Result built = build(variant, subject, clang, work);
          seconds.computeIfAbsent(variant, key -> new ArrayList<>()).add(built.seconds());
          counts = counts(built.output());
        }
      }
    }
    double plain = median(seconds, Variant.PLAIN);
    List<String> cells = new ArrayList<>(List.of(subject.name()));
    cells.addAll(counts);
    cells.add(String.format(Locale.ROOT, "%.2f", plain));
    for (Variant variant : List.of(Variant.FENCEPOST, Variant.FAST)) {
      boolean built = seconds.containsKey(variant);
      cells.add(built ? String.format(Locale.ROOT, "%.1f", median(seconds, variant) / plain) : "");
    }
    table.row(cells.toArray(new String[0]));
  }

  private static double median(Map<Variant, List<Double>> seconds, Variant variant) {
    return new Sample(seconds.getOrDefault(variant, List.of())).median();
  }

  private Command.Result build(Variant variant, Subject subject, Compiler clang, Path work)
      throws IOException {
    Command build = variant.build(setup, clang, subject, work.resolve("program"));
    List<String> words = new ArrayList<>(build.words());
    if (variant == Variant.FAST) {
      words.add("--explain-instrumentation");
    }
    Command.Result result = new Command(words, build.environment()).run();
    if (result.exitCode() != 0) {
      throw new IOException(subject.name() + " does not build: " + result.complaint());
    }
    return result;
  }

  /** The numbers of the last line, which says what is left after each step. */
  private static List<String> counts(String explanation) {
    List<String> lines = explanation.lines().toList();
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    return NUMBER.matcher(last).results().map(found -> found.group()).toList();
  }
}
