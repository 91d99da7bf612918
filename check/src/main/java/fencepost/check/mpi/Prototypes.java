package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All calls of an MPI library as its C header declares them, found by their names in Fortran. */
public final class Prototypes {
  private static final Pattern DECLARATION =
      Pattern.compile(
          "\\b(int|double|MPI_Aint)\\s+(MPI_\\w+)\\s*\\(([^;{}]*?)\\)\\s*(?:__attribute__[^;]*)?;");
  private static final Pattern PARAMETER = Pattern.compile("(.*?)(\\w+)\\s*((?:\\[\\d*\\])*)");

  private final Map<String, Prototype> byFortranName = new LinkedHashMap<>();

  /** A call; only functions return something else than {@code int} (MPI 4.1, 2.6.2). */
  record Prototype(String result, String name, List<Parameter> parameters) {
    boolean isFunction() {
      return !result.equals("int");
    }

    private String text() {
      return parameters.stream()
          .map(p -> p.type + " " + p.name)
          .collect(Collectors.joining(", ", result + " " + name + "(", ");\n"));
    }
  }

  /** An argument; the type of an array is that of a pointer. */
  record Parameter(String type, String name) {
    boolean isValue() {
      return !type.contains("*");
    }

    boolean isText() {
      return type.replace("const ", "").equals("char *");
    }

    boolean isBuffer() {
      return type.replace("const ", "").equals("void *");
    }

    boolean isFunction() {
      return type.matches("MPI_\\w+_(function|fn) \\*");
    }

    /** Fortran programs do not hand their command line over. */
    boolean isCommandLine() {
      return type.equals("char * * *") || name.equals("argc");
    }
  }

  /**
   * @param header what a preprocessor makes of {@code mpi.h}, or {@link #text}
   */
  public Prototypes(String header) {
    for (Matcher m = DECLARATION.matcher(header); m.find(); ) {
      byFortranName.put(
          m.group(2).toLowerCase(Locale.ROOT),
          new Prototype(m.group(1), m.group(2), parameters(m.group(3))));
    }
  }

  private static List<Parameter> parameters(String text) {
    List<Parameter> parameters = new ArrayList<>();
    for (String one : text.strip().split("\\s*,\\s*")) {
      Matcher m = PARAMETER.matcher(one.strip());
      if (!one.isBlank() && !one.strip().equals("void") && m.matches()) {
        String type = m.group(1) + (m.group(3).isEmpty() ? "" : "*");
        String spaced = type.replace("*", " * ").strip().replaceAll("\\s+", " ");
        parameters.add(new Parameter(spaced, m.group(2)));
      }
    }
    return parameters;
  }

  Collection<Prototype> all() {
    return byFortranName.values();
  }

  /** The call that a function of a Fortran program is: {@code mpi_put_}; null if it is none. */
  @Nullable Prototype ofSymbol(String symbol) {
    Matcher matcher = Pattern.compile("p?(mpi_\\w+)_").matcher(symbol);
    return matcher.matches() ? byFortranName.get(matcher.group(1)) : null;
  }

  /** The declarations alone. */
  public String text() {
    return all().stream().map(Prototype::text).collect(Collectors.joining());
  }
}
