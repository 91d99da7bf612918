package fencepost.cli;

import fencepost.bench.runner.Tool;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** With which MPI library and compilers this tool builds the cases. */
final class BenchCompilers {
  @Option(
      names = "--mpi",
      paramLabel = "NAME",
      description =
          "The MPI library, if there are several: openmpi for mpicc.openmpi, mpich for mpicc.mpich"
              + " and so on.")
  @Nullable String mpi;

  @Option(
      names = "--cc",
      paramLabel = "WRAPPER",
      description = "The MPI compiler for C (default: FENCEPOST_CC, else mpicc).")
  @Nullable String c;

  @Option(
      names = "--cxx",
      paramLabel = "WRAPPER",
      description = "The MPI compiler for C++ (default: FENCEPOST_CXX, else mpicxx).")
  @Nullable String cxx;

  @Option(
      names = "--fc",
      paramLabel = "WRAPPER",
      description = "The MPI compiler for Fortran (default: FENCEPOST_FC, else mpifort).")
  @Nullable String fortran;

  /** Tells a tool of ours; others have compilers of their own. */
  void use(Tool tool) {
    Map<Toolchain.Language, Toolchain> chosen = new EnumMap<>(Toolchain.Language.class);
    for (Toolchain.Language language : Toolchain.Language.values()) {
      String wrapper = wrapper(language);
      if (wrapper != null) {
        chosen.put(language, Toolchain.of(language, wrapper));
      }
    }
    if (tool instanceof DynamicTool dynamic) {
      dynamic.compileWith(chosen);
    } else if (!chosen.isEmpty()) {
      throw new ToolFailure(
          ExitCode.WRONG_USE, "the compilers of " + tool.name() + " stand in its description");
    }
  }

  private @Nullable String wrapper(Toolchain.Language language) {
    String named =
        switch (language) {
          case C -> c;
          case CXX -> cxx;
          case FORTRAN -> fortran;
        };
    return named == null && mpi != null ? language.wrapper() + "." + mpi : named;
  }
}
