package fencepost.trace;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names under which programs call what the tables have. In Fortran the same calls have the same
 * arguments, all of them by reference, and a last one for the error.
 */
public final class CallNames {
  private static final Map<String, String> FORTRAN = new HashMap<>();

  static {
    ApiTable table = Model.MPI.table();
    Stream.concat(table.calls().stream().map(ApiTable.Call::name), table.unrecorded().stream())
        .forEach(name -> FORTRAN.put(name.toLowerCase(Locale.ROOT), name));
  }

  private CallNames() {}

  /** Whether a function is the Fortran form of a call, whose arguments are all addresses. */
  public static boolean isFortran(String function) {
    return function.startsWith("mpi_") && function.endsWith("_");
  }

  /** The name of a call in C; itself if it is the Fortran form of none. */
  public static String inC(String function) {
    if (!isFortran(function)) {
      return function;
    }
    String plain = function.replaceFirst("(_f08(ts)?|_cptr)?_{1,2}$", "");
    return FORTRAN.getOrDefault(plain, function);
  }

  /** What is recorded of a function; null if nothing is. */
  public static ApiTable.@Nullable Call recorded(String function) {
    String name = inC(function);
    return Stream.of(Model.values())
        .map(Model::table)
        .filter(table -> table.has(name))
        .map(table -> table.call(name))
        .findFirst()
        .orElse(null);
  }

  /** What a function of a programming model that is not recorded does; null if it is none. */
  public static ApiTable.@Nullable Left left(String function) {
    String name = inC(function);
    for (Model model : Model.values()) {
      ApiTable.Left left = model.table().left(name);
      if (left != null) {
        return left;
      }
    }
    return null;
  }
}
