package fencepost.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of functions and variables as they are written in C++, Fortran and OpenMP. */
public final class SourceNames {
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  /**
   * A function that a compiler made of a parallel region or a task, and of the function it is in:
   * {@code main._omp_fn.0}, {@code main.omp_outlined_debug__}, {@code .omp_task_entry..2}, {@code
   * solve..omp_par.1}, after demangling also {@code solve(int) [clone .omp_outlined]}.
   */
  private static final Pattern REGION =
      Pattern.compile(
          "(.*?)(?: \\[clone )?\\.+(?:_omp_(?:cpy)?fn|omp_outlined|omp_task_entry|omp_par)(?![a-z]).*");

  private static final String IN_REGION = "OpenMP region";

  private SourceNames() {}

  /**
   * What the source calls that which has a name for the linker; other names stay as they are.
   * Compilers of Fortran put in front of a name what it belongs to: {@code __mesh_MOD_swap}, or in
   * capitals {@code _QMmeshPswap}.
   */
  public static String inSource(String name) {
    return ofRegion(name, SourceNames::ofFunction);
  }

  private static String ofRegion(String name, UnaryOperator<String> ofFunction) {
    Matcher region = REGION.matcher(name);
    if (!region.matches()) {
      return ofFunction.apply(name);
    }
    String owner = ofFunction.apply(region.group(1));
    return owner.isEmpty() ? IN_REGION : owner + " (" + IN_REGION + ")";
  }

  /** Whether {@link #inSource} gave this name to a function made of a parallel region or a task. */
  static boolean isRegion(String name) {
    return name.endsWith(IN_REGION) || name.endsWith(IN_REGION + ")");
  }

  private static String ofFunction(String name) {
    if (name.startsWith("_Z")) {
      return KNOWN.computeIfAbsent(name, SourceNames::demangled);
    }
    if (name.equals("_QQmain") || name.equals("MAIN__")) {
      return "main program";
    }
    return name.startsWith("_Q")
        ? name.replaceFirst("^.*[A-Z]", "")
        : name.replaceFirst("^__\\w+_MOD_", "");
  }

  /** The same of a function in a file; gfortran marks procedures of Fortran by how they end. */
  public static String inSource(String name, String file) {
    boolean fortran = file.matches("(?i).*\\.(f|for|ftn|f77|f90|f95|f03|f08|f18)");
    return ofRegion(
        name,
        function ->
            fortran
                ? ofFunction(function).replaceFirst("(\\.\\d+|_)+$", "")
                : ofFunction(function));
  }

  private static String demangled(String name) {
    List<String> lines = Symbolizer.run(List.of("c++filt", name));
    return lines.isEmpty() ? name : lines.get(0);
  }
}
