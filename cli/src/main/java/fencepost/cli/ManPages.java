package fencepost.cli;

import fencepost.report.JsonReport;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Manual pages, made from the definitions of the commands. (What comes with picocli writes
 * AsciiDoc, which takes Ruby to become a page.)
 */
final class ManPages {
  private ManPages() {}

  /** A page for each command and those below it, by the names of the files. */
  static Map<String, String> of(CommandLine command) {
    Map<String, String> pages = new TreeMap<>();
    add(pages, command);
    return pages;
  }

  private static void add(Map<String, String> pages, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.helpCommand()) {
      return;
    }
    pages.put(name(spec) + ".1", page(spec, command.getHelp()));
    command.getSubcommands().values().forEach(below -> add(pages, below));
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private static String page(CommandSpec spec, CommandLine.Help help) {
    String description = String.join(" ", spec.usageMessage().description());
    return """
        .TH %s 1 "" "fencepost %s" "Fencepost"
        .SH NAME
        %s \\- %s
        .SH SYNOPSIS
        .nf
        %s
        .fi
        .SH DESCRIPTION
        %s
        """
            .formatted(
                roff(name(spec)).toUpperCase(Locale.ROOT),
                JsonReport.VERSION,
                roff(name(spec)),
                roff(description.replaceFirst("\\.$", "")),
                roff(plain(help.synopsis(0)).strip()),
                roff(description))
        + section(
            "OPTIONS",
            Stream.concat(
                spec.options().stream().filter(option -> !option.hidden()).map(ManPages::item),
                spec.positionalParameters().stream().map(ManPages::item)))
        + section("COMMANDS", spec.subcommands().values().stream().distinct().map(ManPages::item))
        + notes(spec)
        + (spec.parent() == null ? "" : ".SH SEE ALSO\n" + name(spec.parent()) + "(1)\n");
  }

  private static String section(String title, Stream<String> items) {
    String text = items.collect(Collectors.joining());
    return text.isEmpty() ? "" : ".SH " + title + "\n" + text;
  }

  private static String item(ArgSpec argument) {
    String term =
        argument instanceof OptionSpec option
            ? Stream.of(option.names())
                .map(name -> option.arity().max() == 0 ? name : name + "=" + option.paramLabel())
                .map(text -> text.replaceFirst("^(-\\w)=", "$1 "))
                .collect(Collectors.joining(", "))
            : argument.paramLabel();
    return item(term, description(argument));
  }

  private static String description(ArgSpec argument) {
    return String.join(" ", argument.description())
        .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()));
  }

  private static String item(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    return item(
        spec.helpCommand() ? spec.name() : name(spec) + "(1)",
        String.join(" ", spec.usageMessage().description()));
  }

  private static String item(String term, String text) {
    return ".TP\n.B " + roff(term) + "\n" + roff(text) + "\n";
  }

  /** The examples and what else stands at the end of the help. */
  private static String notes(CommandSpec spec) {
    String[] footer = spec.usageMessage().footer();
    return footer.length == 0
        ? ""
        : ".SH EXAMPLES\n.nf\n" + roff(String.join("\n", footer)).strip() + "\n.fi\n";
  }

  private static String plain(String text) {
    return Ansi.OFF.string(text);
  }

  /** Characters that mean something at the beginning of a line or anywhere are spelled out. */
  private static String roff(String text) {
    return plain(text)
        .replace("\\", "\\e")
        .replace("-", "\\-")
        .replaceAll("(?m)^([.'])", "\\\\&$1")
        .strip();
  }
}
