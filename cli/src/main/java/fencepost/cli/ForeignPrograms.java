package fencepost.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs of a package that we did not write, as a file of properties describes them.
 *
 * @param name of the collection
 * @param compiler the wrapper that they are compiled by
 * @param options for all of them
 */
record ForeignPrograms(String name, String compiler, List<String> options, List<Program> programs) {
  private static final int PROCESSES = 2;
  private static final Pattern AUTOMAKE = Pattern.compile("(\\w+)_(SOURCES|CPPFLAGS)\\s*=(.*)");

  /**
   * A program.
   *
   * @param build its source files, and options for them
   * @param arguments what it is started with
   */
  record Program(String name, List<String> build, int processes, List<String> arguments) {}

  /** Reads the description, and looks into the package for the programs. */
  static ForeignPrograms read(Path description, DebianSource sources) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(description)) {
      properties.load(reader);
    }
    Path root = sources.fetch(properties.getProperty("package"));
    List<String> options = new ArrayList<>();
    words(properties, "headers").forEach(p -> options.add("-I" + description.resolveSibling(p)));
    words(properties, "include").forEach(path -> options.add("-I" + root.resolve(path)));
    words(properties, "with").forEach(path -> options.add(root.resolve(path).toString()));
    Path directory = root.resolve(properties.getProperty("directory"));
    String list = properties.getProperty("list", "");
    return new ForeignPrograms(
        nameOf(description),
        properties.getProperty("compiler"),
        options,
        list.isEmpty() ? all(directory) : listed(directory, directory.resolve(list)));
  }

  /** The name of the collection that a file describes. */
  static String nameOf(Path description) {
    return description.getFileName().toString().replace(".properties", "");
  }

  private static List<String> words(Properties properties, String key) {
    return words(properties.getProperty(key, ""));
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private static List<Program> all(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".c"))
          .sorted()
          .map(file -> program(directory, file.replace(".c", ""), Map.of(), PROCESSES, List.of()))
          .toList();
    }
  }

  /** Lines like {@code name 4 arg=-x timeLimit=300}; the makefile says what a name stands for. */
  private static List<Program> listed(Path directory, Path list) throws IOException {
    Map<String, String> made = made(directory.resolve("Makefile.am"));
    List<Program> programs = new ArrayList<>();
    for (String line : Files.readAllLines(list)) {
      List<String> words = words(line);
      if (words.size() > 1 && words.get(0).matches("\\w+") && words.get(1).matches("\\d+")) {
        int processes = Integer.parseInt(words.get(1));
        List<String> arguments =
            words.stream()
                .filter(word -> word.startsWith("arg="))
                .map(word -> word.substring("arg=".length()))
                .toList();
        programs.add(program(directory, words.get(0), made, processes, arguments));
      }
    }
    return programs;
  }

  private static Program program(
      Path directory,
      String name,
      Map<String, String> made,
      int processes,
      List<String> arguments) {
    List<String> build = new ArrayList<>();
    words(made.getOrDefault(name + "_SOURCES", name + ".c")).stream()
        .filter(file -> file.endsWith(".c"))
        .forEach(file -> build.add(directory.resolve(file).toString()));
    words(made.getOrDefault(name + "_CPPFLAGS", "")).stream()
        .filter(word -> word.startsWith("-D"))
        .forEach(build::add);
    return new Program(name, build, processes, arguments);
  }

  /** What a file of automake says about sources and options of its programs. */
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
}
