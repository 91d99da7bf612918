package fencepost.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options from the file {@code .fencepost} of the present directory, and from the environment. A
 * command takes those that it has. The environment wins over the file, and the command line over
 * both.
 */
final class DefaultOptions {
  private static final String VARIABLE = "FENCEPOST_OPTIONS";
  private static final Path FILE = Path.of(".fencepost");

  private DefaultOptions() {}

  /** The arguments, with the options in front of those of their command. */
  static String[] add(CommandLine commands, String... arguments) {
    CommandLine command =
        arguments.length == 0 ? null : commands.getSubcommands().get(arguments[0]);
    if (command == null) {
      return arguments;
    }
    List<String> given = Arrays.asList(arguments).subList(1, arguments.length);
    List<String> words = new ArrayList<>(List.of(arguments[0]));
    List<String> later = new ArrayList<>(given);
    List<List<String>> sources = List.of(fromEnvironment(), fromFile());
    List<String> added = new ArrayList<>();
    for (List<String> source : sources) {
      List<String> known =
          source.stream().filter(word -> isNew(word, command.getCommandSpec(), later)).toList();
      added.addAll(0, known);
      later.addAll(known);
    }
    words.addAll(added);
    words.addAll(given);
    return words.toArray(String[]::new);
  }

  private static boolean isNew(String word, CommandSpec command, List<String> given) {
    OptionSpec option = command.findOption(nameOf(word));
    return option != null
        && Stream.of(option.names())
            .noneMatch(name -> given.stream().map(DefaultOptions::nameOf).anyMatch(name::equals));
  }

  /** A word is an option with its value. */
  private static String nameOf(String word) {
    return word.startsWith("--") ? word.replaceFirst("=.*", "") : word.replaceFirst("(-.).*", "$1");
  }

  private static List<String> fromEnvironment() {
    return options(VARIABLE, System.getenv(VARIABLE));
  }

  private static List<String> fromFile() {
    if (!Files.isRegularFile(FILE)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(FILE)) {
      return options(
          FILE.toString(),
          lines.map(line -> line.replaceFirst("(^|\\s)#.*", "")).collect(Collectors.joining(" ")));
    } catch (IOException e) {
      throw ToolFailure.wrongUse("cannot read " + FILE + ": " + FileTrouble.describe(e));
    }
  }

  static List<String> options(String source, @Nullable String text) {
    List<String> words = text == null ? List.of() : Words.of(source, text);
    for (String word : words) {
      ToolFailure.require(
          word.matches("(?s)--[a-z-]+(=.*)?|-n\\d+"),
          source + " has options like --json=FILE or -n4, not " + word);
    }
    return words;
  }
}
