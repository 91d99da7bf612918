package fencepost.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Objects of a program that call a communication library and were not compiled by us, so that their
 * loads and stores are not seen. They are found when the program is linked, and a section of the
 * program tells the report of them.
 */
final class BlindSpots {
  private static final String SECTION = "fencepost_blind";

  /** What every object refers to that a compiler of ours has instrumented. */
  private static final String INSTRUMENTED = "__tsan_init";

  private static final Pattern CALL = Pattern.compile("p?(MPI|mpi|shmem|gaspi)_\\w+|PMPI_\\w+");
  private static final Pattern LIBRARY =
      Pattern.compile("P?MPI_Init|shmem_init|start_pes|p?gaspi_proc_init");

  /** For example {@code libx.a:member.o: U MPI_Put}. */
  private static final Pattern SYMBOL = Pattern.compile("(.*?): *[0-9a-f]* +([A-Za-z]) (\\S+)");

  private static final Pattern TEXT = Pattern.compile("(?m)^ *\\[ *[0-9a-f]+\\] +(.*)$");

  private BlindSpots() {}

  /** The symbols of one object, or of one member of a library. */
  private record Symbols(Set<String> used, Set<String> defined) {
    boolean isBlind() {
      return !used.contains(INSTRUMENTED)
          && used.stream().anyMatch(name -> CALL.matcher(name).matches())
          && defined.stream().noneMatch(name -> LIBRARY.matcher(name).matches());
    }
  }

  /** Those among what is linked; each as a compiler names it, a member behind its library. */
  static List<String> among(List<Path> objects) {
    List<String> others = FastCompiler.withoutBitcode(objects);
    if (others.isEmpty()) {
      return List.of();
    }
    List<String> command = new ArrayList<>(List.of("nm", "-A"));
    command.addAll(others);
    Map<String, Symbols> symbols = new LinkedHashMap<>();
    for (String line : Shell.run(command).output().lines().toList()) {
      Matcher symbol = SYMBOL.matcher(line);
      if (symbol.matches()) {
        Symbols of =
            symbols.computeIfAbsent(
                symbol.group(1), key -> new Symbols(new LinkedHashSet<>(), new LinkedHashSet<>()));
        boolean undefined = "Uwv".contains(symbol.group(2));
        (undefined ? of.used : of.defined).add(symbol.group(3));
      }
    }
    // A library that is the communication library calls itself.
    List<String> libraries =
        symbols.entrySet().stream()
            .filter(e -> e.getValue().defined.stream().anyMatch(s -> LIBRARY.matcher(s).matches()))
            .map(e -> e.getKey().replaceFirst(":.*", ""))
            .toList();
    return symbols.entrySet().stream()
        .filter(entry -> entry.getValue().isBlind())
        .map(Map.Entry::getKey)
        .filter(name -> !libraries.contains(name.replaceFirst(":.*", "")))
        .toList();
  }

  /** An object for the program that carries the names. */
  static Path object(List<String> names, Toolchain compiler) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(name.replaceAll("[^ -~]", "?").replace("\\", "\\\\").replace("\"", "\\\""));
      text.append("\\0");
    }
    String source =
        String.format(
            "__attribute__((section(\"%s\"), used)) static const char fp_blind[] = \"%s\";%n",
            SECTION, text);
    Path directory =
        NativeLibrary.made(
            source + compiler.show() + compiler.compilerVersion(),
            work -> {
              Path file = Files.writeString(work.resolve("blind.c"), source);
              String object = work.resolve("blind.o").toString();
              Shell.run(List.of(compiler.wrapper(), "-c", file.toString(), "-o", object));
            });
    return directory.resolve("blind.o");
  }

  /** The names that a program carries. */
  static List<String> of(String program) {
    String file = Shell.find(program).map(Path::toString).orElse(program);
    String section = Shell.run(List.of("readelf", "-p", SECTION, file)).output();
    return TEXT.matcher(section).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
