package fencepost.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Running other programs. */
final class Shell {
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy)));
  }

  private Shell() {}

  /** The exit code and everything that was printed. */
  record Result(int exitCode, String output) {
    /** Gives up, and says why, if the command has failed. */
    void orFail(String trouble) {
      if (exitCode != 0) {
        throw new ToolFailure(ExitCode.TOOL_FAILED, trouble + ":\n" + output);
      }
    }

    String firstLine() {
      return output.lines().findFirst().orElse("");
    }

    /** The first line that says something: some begin with an empty line, or one of dashes. */
    String firstWords() {
      return output
          .lines()
          .filter(line -> line.chars().anyMatch(Character::isLetter))
          .findFirst()
          .orElse("");
    }
  }

  /** Runs a command and collects what it prints. */
  static Result run(List<String> command) {
    return run(command, Path.of("."));
  }

  /** The same in a directory. */
  static Result run(List<String> command, Path directory) {
    return run(new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true));
  }

  /**
   * Asks a command something: an answer has no remarks in it, such as those of Open MPI on a
   * machine without a network. A failure has all that was printed.
   */
  static Result ask(List<String> command) {
    Result answer = run(new ProcessBuilder(command).redirectError(Redirect.DISCARD));
    return answer.exitCode == 0 ? answer : run(command);
  }

  /** The same for long work, of which each line is of interest when it is printed. */
  static Result run(List<String> command, Path directory, Consumer<String> listener) {
    return run(
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true),
        listener);
  }

  private static Result run(ProcessBuilder builder) {
    return run(builder, line -> {});
  }

  private static Result run(ProcessBuilder builder, Consumer<String> listener) {
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      StringBuilder output = new StringBuilder();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          listener.accept(line);
          output.append(line).append('\n');
        }
      }
      return new Result(waitFor(process), output.toString());
    } catch (IOException e) {
      return new Result(127, builder.command().get(0) + " cannot be run\n");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result(130, "");
    }
  }

  /** Waits for a process, which does not outlive us. */
  private static int waitFor(Process process) throws InterruptedException {
    RUNNING.add(process);
    try {
      return process.waitFor();
    } finally {
      RUNNING.remove(process);
    }
  }

  /** Runs a command that shares the terminal with us. */
  static int runHere(List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
      UserEnvironment.restore(builder);
      return waitFor(builder.start());
    } catch (IOException e) {
      throw new ToolFailure(
          ExitCode.WRONG_USE,
          command.get(0) + " cannot be run; " + Packages.adviceFor(command.get(0)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  /**
   * Writes a script for others to execute. Another process writes it: what another thread starts
   * while this process has the file open has it open as well for a moment, and then nobody can
   * execute it (ETXTBSY).
   */
  static Path script(Path file, String text) throws IOException {
    List<String> command = List.of("sh", "-c", "cat >\"$0\" && chmod u+x \"$0\"", file.toString());
    Process writer = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    try (OutputStream input = writer.getOutputStream()) {
      input.write(text.getBytes(StandardCharsets.UTF_8));
    }
    try {
      if (waitFor(writer) != 0) {
        throw new IOException(file + " cannot be written");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  /** Where a command is found on the PATH. */
  static Optional<Path> find(String command) {
    if (command.contains("/")) {
      return Optional.of(Path.of(command)).filter(Shell::isProgram);
    }
    String path = System.getenv("PATH");
    for (String directory : (path == null ? "/usr/bin:/bin" : path).split(":")) {
      Path candidate = Path.of(directory, command);
      if (isProgram(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static boolean isProgram(Path file) {
    return Files.isExecutable(file) && !Files.isDirectory(file);
  }
}
