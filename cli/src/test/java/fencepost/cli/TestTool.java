package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The command line tool as it is being tested, in a directory of its own. */
final class TestTool {
  private final Path directory;
  private final TestToolchain toolchain;
  private final Path script;

  TestTool(Path directory, TestToolchain toolchain) throws IOException {
    this.directory = directory;
    this.toolchain = toolchain;
    this.script = directory.resolve("fencepost");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Shell.script(
        script,
        "#!/bin/sh\nexec %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' fencepost.cli.Main \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path")));
  }

  /** What to say in {@code CC=}. */
  String compiler(String command) {
    return script + " " + command;
  }

  /** Copies a directory of the tests here. */
  void copy(Path from) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = directory.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
  }

  /** Runs a command of the shell here; returns what it printed. It must succeed. */
  String run(String command) throws IOException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(exit(process)).as(command + "\n" + output).isZero();
    ReportSchemas.validateFiles(directory);
    return output;
  }

  private Process start(String command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of("sh", "-c", command))
            .directory(directory.toFile())
            .redirectErrorStream(true);
    builder.environment().put("CC", compiler("cc"));
    builder.environment().put("CXX", compiler("c++"));
    builder.environment().put("FC", compiler("fc"));
    builder.environment().putAll(toolchain.environment());
    return builder.start();
  }

  private static int exit(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
