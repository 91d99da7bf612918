package fencepost.cli;

import static fencepost.cli.ForeignPrograms.words;

import fencepost.cli.ForeignPrograms.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs of a file or two, which need nothing of their package's makefiles but a few options. */
final class SingleFiles implements ForeignPrograms.Build {
  private static final int PROCESSES = 2;
  private static final Pattern AUTOMAKE = Pattern.compile("(\\w+)_(SOURCES|CPPFLAGS)\\s*=(.*)");

  private final Path directory;
  private final String compiler;
  private final List<String> options;

  /** What a file of automake says about sources and options of its programs. */
  private final Map<String, String> made;

  private SingleFiles(
      Path directory, String compiler, List<String> options, Map<String, String> made) {
    this.directory = directory;
    this.compiler = compiler;
    this.options = options;
    this.made = made;
  }

  static ForeignPrograms describe(Path description, Properties properties, Path root)
      throws IOException {
    List<String> options = new ArrayList<>();
    words(properties, "headers").forEach(p -> options.add("-I" + description.resolveSibling(p)));
    words(properties, "include").forEach(path -> options.add("-I" + root.resolve(path)));
    words(properties, "with").forEach(path -> options.add(root.resolve(path).toString()));
    Path directory = root.resolve(properties.getProperty("directory"));
    Path makefile = directory.resolve("Makefile.am");
    String list = properties.getProperty("list", "");
    return new ForeignPrograms(
        ForeignPrograms.nameOf(description),
        list.isEmpty() ? all(directory) : listed(directory.resolve(list)),
        new SingleFiles(
            directory,
            properties.getProperty("compiler"),
            options,
            list.isEmpty() ? Map.of() : made(makefile)));
  }

  private static List<Program> all(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".c"))
          .sorted()
          .map(file -> new Program(file.replace(".c", ""), PROCESSES, List.of()))
          .toList();
    }
  }

  /** Lines like {@code name 4 arg=-x timeLimit=300}. */
  private static List<Program> listed(Path list) throws IOException {
    List<Program> programs = new ArrayList<>();
    for (String line : Files.readAllLines(list)) {
      List<String> words = words(line);
      if (words.size() > 1 && words.get(0).matches("\\w+") && words.get(1).matches("\\d+")) {
        List<String> arguments =
            words.stream()
                .filter(word -> word.startsWith("arg="))
                .map(word -> word.substring("arg=".length()))
                .toList();
        programs.add(new Program(words.get(0), Integer.parseInt(words.get(1)), arguments));
      }
    }
    return programs;
  }

  private static Map<String, String> made(Path makefile) throws IOException {
    Map<String, String> made = new HashMap<>();
    for (String line : Files.readAllLines(makefile)) {
      Matcher matcher = AUTOMAKE.matcher(line);
      if (matcher.matches()) {
        made.put(matcher.group(1) + "_" + matcher.group(2), matcher.group(3));
      }
    }
    return made;
  }

  @Override
  public Optional<Path> executable(Program program, @Nullable String mode, Path work) {
    Path binary = work.resolve(program.name());
    List<String> arguments = new ArrayList<>(List.of("-g", "-O2", "-w", "-o", binary.toString()));
    words(made.getOrDefault(program.name() + "_SOURCES", program.name() + ".c")).stream()
        .filter(file -> file.endsWith(".c"))
        .forEach(file -> arguments.add(directory.resolve(file).toString()));
    words(made.getOrDefault(program.name() + "_CPPFLAGS", "")).stream()
        .filter(word -> word.startsWith("-D"))
        .forEach(arguments::add);
    arguments.addAll(options);
    arguments.addAll(List.of("-lm", "-pthread"));
    return compile(arguments, mode) == 0 ? Optional.of(binary) : Optional.empty();
  }

  private int compile(List<String> arguments, @Nullable String mode) {
    if (mode == null) {
      arguments.add(0, compiler);
      return Shell.run(arguments).exitCode();
    }
    arguments.add(mode);
    Toolchain toolchain = Toolchain.of(Toolchain.Language.C, compiler);
    return new CompilerCommand(toolchain, ModelChoice.in(arguments), arguments).run();
  }
}
