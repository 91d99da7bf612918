package fencepost.cli;

import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which programming model a program uses beside MPI, and which library for it.
 *
 * @param runtime as the user has given it; null if not
 * @param none whether it is compiled without any of them, MPI included: a program of threads alone
 * @param unused whether nothing that can be seen of it uses one
 */
record ModelChoice(Model model, @Nullable String runtime, boolean none, boolean unused) {
  private static final String MODEL = "--model=";
  private static final String RUNTIME = "--runtime=";
  private static final String THREADS = "threads";

  /** Finds a mistake in what the user calls a model. */
  static void check(String name) {
    if (!name.equals(THREADS)) {
      parse(name);
    }
  }

  /** Parses what the user calls a model. */
  static Model parse(String name) {
    for (Model model : Model.values()) {
      if (model.id().equals(name.toLowerCase(Locale.ROOT))) {
        return model;
      }
    }
    throw new ToolFailure(
        ExitCode.WRONG_USE,
        "there is no model " + name + "; give --model=mpi, shmem, gaspi or threads");
  }

  /** What is given, else what the sources include. */
  static ModelChoice of(@Nullable String model, @Nullable String runtime, List<String> sources) {
    ModelChoice choice = of(model, runtime, sources, List.of(), () -> true);
    return new ModelChoice(choice.model, choice.runtime, choice.unused, choice.unused);
  }

  private static ModelChoice of(
      @Nullable String model,
      @Nullable String runtime,
      List<String> sources,
      List<String> options,
      BooleanSupplier isWhole) {
    if (THREADS.equals(model)) {
      return new ModelChoice(Model.MPI, runtime, true, true);
    }
    Model included =
        model != null
            ? parse(model)
            : IncludedHeaders.model(sources, options, language -> Toolchain.preprocessor(language));
    boolean unused = included == null && isWhole.getAsBoolean();
    return new ModelChoice(included == null ? Model.MPI : included, runtime, false, unused);
  }

  /**
   * The choice in the arguments of a compiler, else what the sources among them include. Programs
   * that use no model are compiled as others are, unless the user says so: build systems learn from
   * such programs what the compiler does.
   */
  static ModelChoice in(List<String> arguments) {
    CompilerArguments parsed = CompilerArguments.of(without(arguments));
    List<String> sources = parsed.inputs().stream().filter(CompilerArguments::isSource).toList();
    String model = value(arguments, MODEL);
    return of(
        model,
        value(arguments, RUNTIME),
        sources,
        parsed.preprocessing(),
        parsed::showWholeProgram);
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
