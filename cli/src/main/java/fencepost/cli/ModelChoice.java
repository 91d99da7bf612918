package fencepost.cli;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    String sources = value(arguments, MODEL);
    return of(sources, value(arguments, RUNTIME), arguments);
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
    for (String source : sources) {
      if (CompilerArguments.isSource(source) && Files.isRegularFile(Path.of(source))) {
        Model model = ofText(text(Path.of(source)));
        if (model != Model.MPI) {
          return model;
        }
      }
    }
    return Model.MPI;
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
