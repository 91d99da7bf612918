package fencepost.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A drop-in compiler: passes everything on to the MPI compiler wrapper, adds instrumentation where
 * it compiles, and the capture library where it links.
 *
 * <p>Compilers that see {@code -fsanitize=thread} while linking add their own runtime, so a command
 * that does both is split.
 */
final class CompilerCommand {
  private static final Set<String> SOURCE_SUFFIXES =
      Set.of(
          "c", "i", "C", "cc", "cpp", "cxx", "c++", "ii", "f", "F", "for", "f90", "F90", "f95",
          "F95", "f03", "F03", "f08", "F08");
  private static final Set<String> TAKES_VALUE =
      Set.of(
          "-o",
          "-x",
          "-I",
          "-L",
          "-D",
          "-U",
          "-l",
          "-include",
          "-isystem",
          "-iquote",
          "-idirafter",
          "-MF",
          "-MT",
          "-MQ",
          "-Xlinker",
          "-Xassembler",
          "-Xpreprocessor",
          "-Xclang",
          "-mllvm",
          "-u",
          "-z",
          "-T",
          "-J",
          "--param",
          "-target",
          "-arch");
  private static final Set<String> STOPS_BEFORE_LINKING =
      Set.of("-c", "-S", "-E", "-M", "-MM", "-fsyntax-only");
  private static final List<String> WRAPPED = List.of("memcpy", "memmove", "memset");

  private final Toolchain toolchain;
  private final List<String> arguments;

  CompilerCommand(Toolchain toolchain, List<String> arguments) {
    this.toolchain = toolchain;
    this.arguments = arguments;
  }

  /** Runs the compiler; returns its exit code. */
  int run() {
    List<Integer> sources = sources();
    if (arguments.stream().anyMatch(STOPS_BEFORE_LINKING::contains)) {
      return Shell.runHere(command(instrumentation(), arguments));
    }
    if (sources.isEmpty() && !links()) {
      return Shell.runHere(command(List.of(), arguments)); // --version and the like
    }
    return sources.isEmpty() ? link(arguments) : compileAndLink(sources);
  }

  private int compileAndLink(List<Integer> sources) {
    try {
      Path work = Files.createTempDirectory("fencepost-cc-");
      try {
        List<String> linkArguments = new ArrayList<>(arguments);
        for (int index : sources) {
          Path object = work.resolve(index + ".o");
          int exitCode =
              Shell.runHere(command(instrumentation(), compileOnly(index, object, sources)));
          if (exitCode != 0) {
            return exitCode;
          }
          linkArguments.set(index, object.toString());
        }
        return link(withoutLanguage(linkArguments));
      } finally {
        CaptureLibrary.delete(work);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The arguments for compiling one source: no output file, no libraries, no other inputs. */
  private List<String> compileOnly(int source, Path object, List<Integer> sources) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("-o")) {
        i++;
      } else if (i == source) {
        result.add(argument);
      } else if (!sources.contains(i) && !isLinkInput(argument)) {
        result.add(argument);
        if (TAKES_VALUE.contains(argument) && i + 1 < arguments.size()) {
          result.add(arguments.get(++i));
        }
      }
    }
    result.addAll(List.of("-c", "-o", object.toString()));
    return result;
  }

  private static boolean isLinkInput(String argument) {
    return argument.startsWith("-l")
        || argument.startsWith("-L")
        || argument.startsWith("-Wl,")
        || (!argument.startsWith("-") && !argument.startsWith("@"));
  }

  /** {@code -x c} would make the compiler read objects as source. */
  private static List<String> withoutLanguage(List<String> all) {
    List<String> result = new ArrayList<>(all);
    for (int i = result.indexOf("-x"); i >= 0; i = result.indexOf("-x")) {
      result.subList(i, Math.min(i + 2, result.size())).clear();
    }
    return result;
  }

  private int link(List<String> all) {
    List<String> extra = new ArrayList<>();
    WRAPPED.forEach(function -> extra.add("-Wl,--wrap=" + function));
    extra.add("-Wl,--whole-archive");
    extra.add(CaptureLibrary.archive(Toolchain.find(Toolchain.Language.C)).toString());
    extra.add("-Wl,--no-whole-archive");
    extra.add("-latomic");
    extra.add("-pthread");
    List<String> command = command(List.of(), all);
    command.addAll(extra);
    return Shell.runHere(command);
  }

  private List<String> command(List<String> before, List<String> all) {
    List<String> command = new ArrayList<>();
    command.add(toolchain.wrapper());
    command.addAll(before);
    command.addAll(all);
    return command;
  }

  /**
   * Flags that make the compiler call us for every load and store, and that keep it from hiding
   * some of them.
   */
  private List<String> instrumentation() {
    List<String> flags = new ArrayList<>(List.of("-fsanitize=thread"));
    if (arguments.stream().noneMatch(argument -> argument.matches("-g(\\d|gdb.*|dwarf.*)?"))) {
      flags.add("-g");
    }
    if (toolchain.isClang()) {
      // A read is not dropped because a write follows; vectors wider than the hooks know are not
      // formed.
      flags.addAll(
          List.of(
              "-mllvm",
              "-tsan-instrument-read-before-write=1",
              "-fno-vectorize",
              "-fno-slp-vectorize"));
    } else {
      // gcc does not instrument these, and expands them in place unless told not to.
      WRAPPED.forEach(function -> flags.add("-fno-builtin-" + function));
    }
    return flags;
  }

  private boolean links() {
    return arguments.stream()
        .anyMatch(a -> !a.startsWith("-") || a.equals("-o") || a.startsWith("@"));
  }

  private List<Integer> sources() {
    List<Integer> found = new ArrayList<>();
    boolean language = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("-x") && i + 1 < arguments.size()) {
        language = !arguments.get(i + 1).equals("none");
        i++;
      } else if (TAKES_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-")
          && !argument.startsWith("@")
          && (language || isSource(argument))) {
        found.add(i);
      }
    }
    return found;
  }

  static boolean isSource(String file) {
    return SOURCE_SUFFIXES.contains(file.substring(file.lastIndexOf('.') + 1))
        && file.contains(".");
  }
}
