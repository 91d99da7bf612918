package fencepost.cli;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which programming model a program uses beside MPI, and which library for it.
 *
 * @param runtime as the user has given it; null if not
 */
record ModelChoice(Model model, @Nullable String runtime) {
  private static final String MODEL = "--model=";
  private static final String RUNTIME = "--runtime=";
  private static final Pattern SHMEM =
      Pattern.compile("^\\s*#\\s*include\\s*[<\"](mpp/)?p?shmemx?\\.h", Pattern.MULTILINE);
  private static final Pattern GASPI =
      Pattern.compile("^\\s*#\\s*include\\s*[<\"]P?GASPI(_Ext)?\\.h", Pattern.MULTILINE);

  private static final Pattern OWN_HEADER =
      Pattern.compile("^\\s*#\\s*include\\s*\"([^\"]+)\"", Pattern.MULTILINE);

  /** Parses what the user calls a model. */
  static Model parse(String name) {
    for (Model model : Model.values()) {
      if (model.id().equals(name.toLowerCase(Locale.ROOT))) {
        return model;
      }
    }
    throw new ToolFailure(
        ExitCode.WRONG_USE, "there is no model " + name + "; give --model=mpi, shmem or gaspi");
  }

  /** What is given, else what the sources include. */
  static ModelChoice of(@Nullable String model, @Nullable String runtime, List<String> sources) {
    return new ModelChoice(model == null ? ofSources(sources) : parse(model), runtime);
  }

  /** The choice in the arguments of a compiler, else what the sources among them include. */
  static ModelChoice in(List<String> arguments) {
    String model = value(arguments, MODEL);
    return of(model, value(arguments, RUNTIME), arguments);
  }

  /** The arguments that are the compiler's own. */
  static List<String> without(List<String> arguments) {
    List<String> rest = new ArrayList<>(arguments);
    rest.removeIf(argument -> argument.startsWith(MODEL) || argument.startsWith(RUNTIME));
    return rest;
  }

  private static @Nullable String value(List<String> arguments, String option) {
    for (String argument : arguments) {
      if (argument.startsWith(option)) {
        return argument.substring(option.length());
      }
    }
    return null;
  }

  private static Model ofSources(List<String> sources) {
    Set<Path> seen = new HashSet<>();
    return sources.stream()
        .filter(CompilerArguments::isSource)
        .map(source -> ofFile(Path.of(source), seen))
        .filter(model -> model != Model.MPI)
        .findFirst()
        .orElse(Model.MPI);
  }

  /** By what a file includes, itself or through headers of the program beside it. */
  private static Model ofFile(Path file, Set<Path> seen) {
    if (!Files.isRegularFile(file) || !seen.add(file.normalize())) {
      return Model.MPI;
    }
    String text = text(file);
    Model model = ofText(text);
    for (Matcher own = OWN_HEADER.matcher(text); model == Model.MPI && own.find(); ) {
      model = ofFile(file.resolveSibling(own.group(1)), seen);
    }
    return model;
  }

  static Model ofText(String text) {
    if (SHMEM.matcher(text).find()) {
      return Model.SHMEM;
    }
    return GASPI.matcher(text).find() ? Model.GASPI : Model.MPI;
  }

  private static String text(Path source) {
    try {
      return Files.readString(source, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // the compiler will say what is wrong with it
    }
  }
}
