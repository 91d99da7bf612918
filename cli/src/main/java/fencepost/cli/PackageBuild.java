package fencepost.cli;

import static fencepost.cli.ForeignPrograms.words;

import fencepost.cli.ForeignPrograms.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Programs that are built as their package says, by its makefiles or CMake, in a copy of its
 * source. The compilers are handed over as a user would do it.
 *
 * <pre>
 *   build       commands of a shell, for which CC, CXX and FC are the compilers
 *   directory   in which the programs are then, and in which they are started
 *   programs.4  those that are started with 4 processes
 *   arguments   for all of them
 * </pre>
 */
final class PackageBuild implements ForeignPrograms.Build {
  private static final String PROGRAMS = "programs.";
  private static final int LAST_LINES = 20;

  private final Path source;
  private final String commands;
  private final String directory;

  private PackageBuild(Path source, String commands, String directory) {
    this.source = source;
    this.commands = commands;
    this.directory = directory;
  }

  static ForeignPrograms describe(String name, Properties properties, Path source) {
    List<Program> programs =
        properties.stringPropertyNames().stream()
            .filter(key -> key.startsWith(PROGRAMS))
            .sorted()
            .flatMap(key -> programs(properties, key))
            .toList();
    return new ForeignPrograms(
        name,
        programs,
        new PackageBuild(
            source, properties.getProperty("build"), properties.getProperty("directory", ".")));
  }

  private static Stream<Program> programs(Properties properties, String key) {
    int processes = Integer.parseInt(key.substring(PROGRAMS.length()));
    List<String> arguments = words(properties, "arguments");
    return words(properties, key).stream().map(name -> new Program(name, processes, arguments));
  }

  /** The whole package is built for the first of its programs. */
  @Override
  public Optional<Path> executable(Program program, @Nullable String mode, Path work) {
    Path copy = work.resolve(mode == null ? "plain" : mode.replace("--", ""));
    if (!Files.exists(copy)) {
      build(copy, mode);
    }
    return Optional.of(copy.resolve(directory).resolve(program.name())).filter(Files::isExecutable);
  }

  private void build(Path copy, @Nullable String mode) {
    Shell.run(List.of("cp", "-a", source.toString(), copy.toString()))
        .orFail("the source of a package cannot be copied");
    List<String> command = new ArrayList<>(List.of("env"));
    for (Toolchain.Language language : Toolchain.Language.values()) {
      String variable = language.command().replace("c++", "cxx").toUpperCase(Locale.ROOT);
      command.add(variable + "=" + compiler(language, mode));
    }
    command.addAll(List.of("sh", "-ec", commands));
    Shell.Result result = Shell.run(command, copy);
    if (result.exitCode() != 0) {
      List<String> lines = result.output().lines().toList();
      lines.stream().skip(Math.max(0, lines.size() - LAST_LINES)).forEach(System.out::println);
    }
  }

  private static String compiler(Toolchain.Language language, @Nullable String mode) {
    return mode == null
        ? language.wrapper()
        : Installation.requireCheckout("").resolve("fencepost-" + language.command()) + " " + mode;
  }
}
