package fencepost.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Finds out before a program is started why it could not be. */
final class ProgramFile {
  /** The machines of ELF files ({@code e_machine}), and what Java calls them. */
  private static final Map<Integer, String> MACHINES =
      Map.of(3, "i386", 40, "arm", 62, "amd64", 183, "aarch64", 21, "ppc64le", 243, "riscv64");

  private static final int MACHINE = 18;

  /** A symbol of programs that use no programming model. */
  static final String WITHOUT_MODEL = "fp_without_model";

  /** A section of programs of which only what remote operations can reach is recorded. */
  static final String FAST = "fencepost_fast";

  private ProgramFile() {}

  static void check(String program) {
    Path file = Shell.find(program).orElse(null);
    if (file == null) {
      throw ToolFailure.wrongUse(
          Files.isRegularFile(Path.of(program))
              ? program + " may not be executed; if it is a program: chmod +x " + program
              : "there is no program " + program);
    }
    String machine = machine(file);
    String here = System.getProperty("os.arch");
    if (!machine.isEmpty() && !machine.equals(here)) {
      throw ToolFailure.wrongUse(
          program + " is a program for " + machine + ", and this machine is " + here);
    }
  }

  /** The file that a program is started from, for tools that look only at files. */
  static String located(String program) {
    return Shell.find(program).map(Path::toString).orElse(program);
  }

  /** Whether the program was linked as one that uses no programming model. */
  static boolean isWithoutModel(String program) {
    return Shell.run(List.of("nm", located(program))).output().contains(" " + WITHOUT_MODEL);
  }

  /** Whether what only the threads of a process can reach was left out. */
  static boolean leavesOutThreads(String program) {
    return Shell.run(List.of("readelf", "-SW", located(program))).output().contains(FAST);
  }

  /** What an ELF file is for; empty if it is none, or for something that we do not know. */
  private static String machine(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(MACHINE + 2);
      boolean elf = start.length == MACHINE + 2 && start[0] == 0x7f && start[1] == 'E';
      int number = elf ? (start[MACHINE] & 0xff) | (start[MACHINE + 1] & 0xff) << 8 : -1;
      return MACHINES.getOrDefault(number, "");
    } catch (IOException e) {
      return ""; // it may be executed without being readable
    }
  }
}
