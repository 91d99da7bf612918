package fencepost.bench;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How much processor time it takes to build a made-up C++ program of several files, against the
 * plain program of the same compiler: all of it, and again after one file has changed.
 */
public final class BuildCost {
  private static final double TICKS_PER_SECOND = 100; // of /proc, on all Linux systems

  private final Setup setup;
  private final int lines;
  private final Consumer<String> progress;

  public BuildCost(Setup setup, int lines, Consumer<String> progress) {
    this.setup = setup;
    this.lines = lines;
    this.progress = progress;
  }

  /** Builds the program in both ways, and returns a report in Markdown. */
  public String report(String command) throws IOException {
    Compiler clang = Compiler.clang();
    MarkdownTable table =
        new MarkdownTable("", "compile", "link", "both", "after a change: compile", "link", "both");
    try (OwnedDirectory owned = OwnedDirectory.create("bench")) {
      List<Path> sources = MadeUpModules.write(owned.path(), lines);
      List<Double> plain = build(clang, List.of(setup.mpicxx()), sources);
      List<String> words = new ArrayList<>(setup.fencepost());
      words.addAll(List.of("c++", "--fast"));
      List<Double> fast = build(clang, words, sources);
      table.row(cells("plain, s", plain));
      table.row(cells("--fast, s", fast));
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < plain.size(); i++) {
        ratios.add(fast.get(i) / plain.get(i));
      }
      table.row(cells("ratio", ratios));
    }
    return String.format(
        "%s%nProcessor time; -O2, %,d lines in 13 files. Measured with `%s` on %s; %s.%n",
        table, lines, command, MeasuredMachine.describe(), clang.version());
  }

  private static String[] cells(String title, List<Double> numbers) {
    List<String> cells = new ArrayList<>(List.of(title));
    numbers.forEach(number -> cells.add(String.format(Locale.ROOT, "%.1f", number)));
    return cells.toArray(new String[0]);
  }

  private List<Double> build(Compiler clang, List<String> compiler, List<Path> sources)
      throws IOException {
    List<Double> seconds = new ArrayList<>(measure(clang, compiler, sources, sources));
    Path changed = sources.get(0);
    String added = "int added_at_%d() { return 1; }%n".formatted(Files.size(changed));
    Files.writeString(changed, added, StandardOpenOption.APPEND);
    seconds.addAll(measure(clang, compiler, List.of(changed), sources));
    return seconds;
  }

  /** The processor time of compiling some files, of linking all, and of both. */
  private List<Double> measure(
      Compiler clang, List<String> compiler, List<Path> changed, List<Path> all)
      throws IOException {
    double start = processorTime();
    for (Path source : changed) {
      progress.accept(compiler.get(compiler.size() - 1) + " " + source.getFileName());
      run(clang, compiler, List.of("-c", source.toString(), "-o", object(source)));
    }
    double compiled = processorTime();
    progress.accept(compiler.get(compiler.size() - 1) + " links");
    List<String> link = new ArrayList<>(List.of("-o", all.get(0).resolveSibling("a.out") + ""));
    all.forEach(source -> link.add(object(source)));
    run(clang, compiler, link);
    double linked = processorTime();
    return List.of(compiled - start, linked - compiled, linked - start);
  }

  private static String object(Path source) {
    return source.toString().replace(".cpp", ".o");
  }

  private static void run(Compiler clang, List<String> compiler, List<String> arguments)
      throws IOException {
    List<String> words = Variant.join(compiler, Variant.join(List.of("-O2"), arguments));
    Command.Result result = new Command(words, clang.environment()).run();
    if (result.exitCode() != 0) {
      throw new IOException(String.join(" ", words) + ": " + result.complaint());
    }
  }

  /** That of all processes that this one has started and waited for, in seconds. */
  private static double processorTime() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" "); // from the third on
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND;
  }
}
