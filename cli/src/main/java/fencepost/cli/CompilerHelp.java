package fencepost.cli;

/** What our compilers take beside the arguments of the compiler that they stand for. */
final class CompilerHelp {
  private CompilerHelp() {}

  static int print(Toolchain.Language language) {
    String command =
        language == Toolchain.Language.C ? "cc" : language == Toolchain.Language.CXX ? "c++" : "fc";
    System.out.print(
        """
        Usage: fencepost %1$s [OPTIONS] ARGS...
        Compiles and links like %2$s, and prepares the program for 'fencepost run'.
              --fast              Instrument by an analysis of the whole program (needs clang, for Fortran flang);
                                    the default for C and C++ that is compiled with -O1 or more.
              --universal         Instrument each load and store, with any compiler.
              --model=MODEL       mpi, shmem or gaspi (default: by what the files include).
              --runtime=LIBRARY   The OpenSHMEM or GASPI library: testbed, system, or its directory.
              -Wrace              Warn of races that an execution without MPI shows.
        %3$s names another MPI compiler than %2$s.
        All other arguments are those of %2$s; for its own help: %2$s --help
        """
            .formatted(command, language.wrapper(), language.variable()));
    return ExitCode.NOTHING_FOUND;
  }
}
