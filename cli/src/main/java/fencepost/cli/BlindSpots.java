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
 * Objects and shared libraries of a program that call a communication library and were not compiled
 * by us, so that their loads and stores are not seen. Objects are found when the program is linked,
 * and a section of the program tells the report of them; libraries are found by what was loaded.
 * The libraries of the system, and those beside the communication library, are not looked at.
 */
final class BlindSpots {
  private static final String SECTION = "fencepost_blind";

  /** What every object or library refers to that a compiler of ours has instrumented. */
  private static final Pattern INSTRUMENTED = Pattern.compile("__tsan_init|fp_fast_\\w+");

  private static final Pattern CALL = Pattern.compile("p?(MPI|mpi|shmem|gaspi)_\\w+|PMPI_\\w+");
  private static final Pattern LIBRARY =
      Pattern.compile("P?MPI_Init|shmem_init|start_pes|p?gaspi_proc_init");

  /** For example {@code libx.a:member.o: U MPI_Put}. */
  private static final Pattern SYMBOL = Pattern.compile("(.*?): *[0-9a-f]* +([A-Za-z]) (\\S+)");

  private static final Pattern TEXT = Pattern.compile("(?m)^ *\\[ *[0-9a-f]+\\] +(.*)$");

  /** Where the libraries of the system are. */
  private static final Pattern SYSTEM = Pattern.compile("(/usr)?/lib(32|64)?/|linux-vdso");

  private static final Pattern NAME = Pattern.compile("\\.so(\\.\\d+)*$");

  private BlindSpots() {}

  /** The symbols of one object, or of one member of a library. */
  private record Symbols(Set<String> used, Set<String> defined) {
    boolean isBlind() {
      return used.stream().noneMatch(name -> INSTRUMENTED.matcher(name).matches())
          && used.stream().anyMatch(name -> CALL.matcher(name).matches())
          && !isLibrary();
    }

    /** Whether it is of the communication library itself. */
    boolean isLibrary() {
      return defined.stream().anyMatch(name -> LIBRARY.matcher(name).matches());
    }
  }

  /** Those among what is linked; each as a compiler names it, a member behind its library. */
  static List<String> among(List<Path> objects) {
    List<String> others = FastCompiler.withoutBitcode(objects);
    if (others.isEmpty()) {
      return List.of();
    }
    Map<String, Symbols> symbols = symbols(List.of("nm", "-A"), others);
    // A library that is the communication library calls itself.
    List<String> libraries =
        symbols.entrySet().stream()
            .filter(entry -> entry.getValue().isLibrary())
            .map(entry -> entry.getKey().replaceFirst(":.*", ""))
            .toList();
    return symbols.entrySet().stream()
        .filter(entry -> entry.getValue().isBlind())
        .map(Map.Entry::getKey)
        .filter(name -> !libraries.contains(name.replaceFirst(":.*", "")))
        .toList();
  }

  private static Map<String, Symbols> symbols(List<String> reader, List<String> files) {
    List<String> command = new ArrayList<>(reader);
    command.addAll(files);
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
    return symbols;
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

  /** Those of a program that was made of these files, the libraries behind the objects. */
  static List<String> of(Set<String> modules) {
    List<String> files =
        modules.stream()
            .filter(file -> !SYSTEM.matcher(file).lookingAt() && Files.isRegularFile(Path.of(file)))
            .toList();
    List<String> blind = new ArrayList<>();
    files.forEach(file -> blind.addAll(carriedBy(file)));
    List<String> libraries = files.stream().filter(file -> NAME.matcher(file).find()).toList();
    if (!libraries.isEmpty()) {
      blind.addAll(amongLibraries(libraries));
    }
    return blind;
  }

  private static List<String> amongLibraries(List<String> libraries) {
    Map<String, Symbols> symbols = symbols(List.of("nm", "-D", "-A"), libraries);
    List<Path> homes = new ArrayList<>();
    symbols.forEach(
        (file, its) -> {
          if (its.isLibrary()) {
            homes.add(Path.of(file).toAbsolutePath().getParent());
          }
        });
    return symbols.entrySet().stream()
        .filter(entry -> entry.getValue().isBlind())
        .map(Map.Entry::getKey)
        .filter(file -> homes.stream().noneMatch(Path.of(file).toAbsolutePath()::startsWith))
        .toList();
  }

  /** The names that a program carries. */
  private static List<String> carriedBy(String program) {
    String section = Shell.run(List.of("readelf", "-p", SECTION, program)).output();
    return TEXT.matcher(section).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
