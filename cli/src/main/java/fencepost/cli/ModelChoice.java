package fencepost.cli;

import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which programming model a program uses beside MPI, and which library for it.
 *
 * @param runtime as the user has given it; null if not
 */
record ModelChoice(Model model, @Nullable String runtime) {
  private static final String MODEL = "--model=";
  private static final String RUNTIME = "--runtime=";

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
    return of(model, runtime, sources, List.of());
  }

  private static ModelChoice of(
      @Nullable String model,
      @Nullable String runtime,
      List<String> sources,
      List<String> options) {
    Model chosen =
        model != null
            ? parse(model)
            : IncludedHeaders.model(
                sources, options, language -> List.of(Toolchain.wrapper(language)));
    return new ModelChoice(chosen, runtime);
  }

  /** The choice in the arguments of a compiler, else what the sources among them include. */
  static ModelChoice in(List<String> arguments) {
    CompilerArguments parsed = CompilerArguments.of(without(arguments));
    List<String> sources = parsed.inputs().stream().filter(CompilerArguments::isSource).toList();
    String model = value(arguments, MODEL);
    return of(model, value(arguments, RUNTIME), sources, parsed.preprocessing());
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
}
