package fencepost.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What our compilers take beside the arguments of the compiler that they stand for. It is there to
 * be read: by users, and by what makes manual pages and completions. {@link CompilerCommand} and
 * those that it asks parse the arguments themselves, because most of them are not ours.
 */
@Command(sortOptions = false, footerHeading = "%nExamples:%n")
final class CompilerHelp {
  @Option(
      names = "--fast",
      description =
          "Instrument by an analysis of the whole program (needs clang, for Fortran flang); the"
              + " default for C and C++ that is compiled with -O1 or more.")
  boolean fast;

  @Option(names = "--universal", description = "Instrument each load and store, with any compiler.")
  boolean universal;

  @Option(
      names = "--threads",
      description = "The program is for 'run --threads': also instrument what only threads share.")
  boolean threads;

  @Option(
      names = "--explain-instrumentation",
      description = "With --fast: list what was instrumented, what was not, and why.")
  boolean explain;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "mpi, shmem or gaspi (default: by what the files include).")
  String model = "";

  @Option(
      names = "--runtime",
      paramLabel = "LIBRARY",
      description = "The OpenSHMEM or GASPI library: testbed, system, or its directory.")
  String runtime = "";

  @Option(names = "-Wrace", description = "Warn of races that an execution without MPI shows.")
  boolean warn;

  @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
  boolean help;

  @Parameters(paramLabel = "ARGS", description = "All other arguments are the compiler's own.")
  String[] arguments = {};

  /** Adds the compilers to the commands that are listed. */
  static void addTo(CommandLine commands) {
    for (Toolchain.Language language : Toolchain.Language.values()) {
      commands.addSubcommand(language.command(), of(language));
    }
  }

  private static CommandSpec of(Toolchain.Language language) {
    String command = "fencepost " + language.command();
    String file =
        language == Toolchain.Language.FORTRAN
            ? "halo.f90"
            : language == Toolchain.Language.C ? "halo.c" : "halo.cc";
    CommandSpec spec = CommandSpec.forAnnotatedObject(new CompilerHelp());
    spec.usageMessage()
        .customSynopsis(command + " [OPTIONS] ARGS...")
        .description(
            "Compiles and links like %s, and prepares the program for 'fencepost run'."
                .formatted(language.wrapper()))
        .footer(
            "  " + command + " -O2 -c " + file,
            "  " + command + " -O2 -o halo halo.o -lm",
            "  " + command + " -Wrace -o halo " + file,
            "",
            language.variable() + " names another MPI compiler than " + language.wrapper() + ".",
            "For the compiler's own help: " + language.wrapper() + " --help");
    return spec;
  }
}
