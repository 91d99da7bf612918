package fencepost.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says what is installed, what is missing, and how to get it. */
@Command(
    name = "doctor",
    description = "Says what is installed, what is missing, and how to get it.",
    mixinStandardHelpOptions = true)
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
        complete ? "everything that is needed is there" : "something is missing, see above");
    return complete ? ExitCode.NOTHING_FOUND : ExitCode.WRONG_USE;
  }

  private static boolean report(String command, String absent) {
    boolean there = Shell.find(command).isPresent();
    String state =
        there
            ? Shell.find(command).orElseThrow()
                + "  "
                + Shell.run(List.of(command, "--version")).firstLine()
            : absent + "; " + Packages.adviceFor(command);
    System.out.printf("%-12s %s%n", command, state);
    return there;
  }
}
