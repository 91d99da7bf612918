package fencepost.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What shells complete, made from the definitions of the commands. */
final class ShellCompletions {
  private static final String NAME = "fencepost";

  private ShellCompletions() {}

  /** The files below {@code share}, where the shells look for them. */
  static Map<String, String> of(CommandLine commands) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("bash-completion/completions/" + NAME, AutoComplete.bash(NAME, commands));
    files.put("zsh/site-functions/_" + NAME, zsh(commands));
    files.put("fish/vendor_completions.d/" + NAME + ".fish", fish(commands));
    return files;
  }

  private static String zsh(CommandLine commands) {
    String names = each(commands, (name, spec) -> "    '%s:%s'%n".formatted(name, summary(spec)));
    String options =
        each(
            commands,
            (name, spec) ->
                "    %s) _arguments %s '*:file:_files' ;;%n"
                    .formatted(
                        name,
                        options(spec).map(option -> zsh(option)).collect(Collectors.joining(" "))));
    return """
        #compdef fencepost
        local -a commands
        commands=(
        %s)
        if (( CURRENT == 2 )); then
          _describe command commands
        else
          local command=$words[2]
          shift words
          (( CURRENT-- ))
          case $command in
        %s  esac
        fi
        """
        .formatted(names, options);
  }

  private static String zsh(OptionSpec option) {
    String text = quotable(option.description()).replace("[", "(").replace("]", ")");
    return Stream.of(option.names())
        .map(
            name ->
                option.arity().max() == 0
                    ? "'%s[%s]'".formatted(name, text)
                    : "'%s[%s]:%s:_files'"
                        .formatted(
                            name.startsWith("--") ? name + "=" : name, text, option.paramLabel()))
        .collect(Collectors.joining(" "));
  }

  private static String fish(CommandLine commands) {
    return each(
            commands,
            (name, spec) ->
                "complete -c fencepost -n __fish_use_subcommand -f -a %s -d '%s'%n"
                    .formatted(name, summary(spec)))
        + each(
            commands,
            (name, spec) ->
                options(spec).map(option -> fish(name, option)).collect(Collectors.joining()));
  }

  private static String fish(String command, OptionSpec option) {
    String names =
        Stream.of(option.names())
            .map(
                name ->
                    name.startsWith("--")
                        ? " -l " + name.substring(2)
                        : (name.length() == 2 ? " -s " : " -o ") + name.substring(1))
            .collect(Collectors.joining());
    return "complete -c fencepost -n '__fish_seen_subcommand_from %s'%s%s -d '%s'%n"
        .formatted(
            command, names, option.arity().max() == 0 ? "" : " -r", quotable(option.description()));
  }

  private static String each(CommandLine commands, BiFunction<String, CommandSpec, String> text) {
    return commands.getSubcommands().entrySet().stream()
        .map(entry -> text.apply(entry.getKey(), entry.getValue().getCommandSpec()))
        .collect(Collectors.joining());
  }

  private static Stream<OptionSpec> options(CommandSpec spec) {
    return spec.options().stream().filter(option -> !option.hidden());
  }

  private static String summary(CommandSpec spec) {
    return quotable(spec.usageMessage().description());
  }

  /** The first sentence, for a text in single quotes. */
  private static String quotable(String... description) {
    return List.of(description).stream()
        .findFirst()
        .orElse("")
        .replaceAll("\\.( .*)?$| \\(default.*|%n.*", "")
        .replace("'", "")
        .replace(":", ",");
  }
}
