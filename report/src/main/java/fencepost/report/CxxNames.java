package fencepost.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Names of functions and variables as they are written in C++ and Fortran. */
public final class CxxNames {
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private CxxNames() {}

  /**
   * What the source calls that which has a name for the linker; other names stay as they are.
   * Compilers of Fortran put in front of a name what it belongs to: {@code __mesh_MOD_swap}, or in
   * capitals {@code _QMmeshPswap}.
   */
  public static String inSource(String name) {
    if (name.startsWith("_Z")) {
      return KNOWN.computeIfAbsent(name, CxxNames::demangled);
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
    String own = inSource(name);
    return fortran ? own.replaceFirst("(\\.\\d+|_)+$", "") : own;
  }

  private static String demangled(String name) {
    List<String> lines = Symbolizer.run(List.of("c++filt", name));
    return lines.isEmpty() ? name : lines.get(0);
  }
}
