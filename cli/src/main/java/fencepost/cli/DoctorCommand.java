package fencepost.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says what is installed, what is missing, and how to get it. */
@Command(
    name = "doctor",
    description = "Says what is installed, what is missing, and how to get it.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost doctor"})
final class DoctorCommand implements Callable<Integer> {
  private static final List<String> NEEDED =
      List.of("mpicc", "mpirun", "gcc", "ar", "addr2line", "nm");
  private static final List<String> OPTIONAL =
      List.of("mpicxx", "mpifort", "gfortran", "g++", LlvmWrapper.CLANG, LlvmWrapper.FLANG);

  @Override
  public Integer call() {
    System.out.println("java         " + Runtime.version() + ", " + System.getProperty("os.arch"));
    System.out.println("cache        " + NativeLibrary.cache());
    boolean complete = true;
    for (String command : NEEDED) {
      complete &= report(command, "missing");
    }
    for (String command : OPTIONAL) {
      report(command, "not there (optional)");
    }
    System.out.println(
        complete
            ? "everything that is needed is there"
            : "something is missing or does not work, see above");
    return complete ? ExitCode.NOTHING_FOUND : ExitCode.WRONG_USE;
  }

  private static boolean report(String command, String absent) {
    Path file = Shell.find(command).orElse(null);
    if (file == null) {
      System.out.printf("%-12s %s; %s%n", command, absent, Packages.adviceFor(command));
      return false;
    }
    Shell.Result version = Shell.run(List.of(command, "--version"));
    boolean works = version.exitCode() == 0;
    String state = works ? "" : "does not work: ";
    System.out.printf("%-12s %s  %s%s%n", command, file, state, version.firstWords());
    return works;
  }
}
