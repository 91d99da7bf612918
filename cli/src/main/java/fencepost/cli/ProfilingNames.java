package fencepost.cli;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The profiling names of library functions: {@code PMPI_Put} for {@code MPI_Put}. Our wrappers
 * stand in front of the usual names only. A program that calls the others itself is compiled so
 * that it calls the usual ones; both do the same.
 */
final class ProfilingNames {
  private static final Pattern USED = Pattern.compile("\\b(PMPI|pshmem|pgaspi)_\\w+\\s*\\(");

  private ProfilingNames() {}

  /** Further options for a compiler of C or C++, if a source calls functions by such names. */
  static List<String> options(List<String> arguments) {
    boolean used =
        arguments.stream()
            .filter(CompilerArguments::isSource)
            .anyMatch(source -> USED.matcher(text(source)).find());
    return used ? List.of("-include", header().toString()) : List.of();
  }

  private static Path header() {
    StringBuilder header = new StringBuilder();
    for (Model model : Model.values()) {
      for (ApiTable.Call call : model.table().calls()) {
        header.append("#define %s %s%n".formatted(call.profilingName(), call.name()));
      }
    }
    return NativeLibrary.file("profiling_names.h", header.toString());
  }

  private static String text(String source) {
    try {
      return Files.readString(Path.of(source), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // the compiler will say what is wrong with it
    }
  }
}
