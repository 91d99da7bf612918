package fencepost.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command to run, with what is added to its environment. */
record Command(List<String> words, Map<String, String> environment) {
  private static final long TIMEOUT_SECONDS = 600;

  /** What came of it; the seconds are those on the wall. */
  record Result(int exitCode, String output, double seconds) {
    /** The line that says most likely what went wrong. */
    String complaint() {
      List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
      return lines.stream()
          .filter(line -> line.contains("error"))
          .findFirst()
          .orElse(lines.isEmpty() ? "it says nothing" : lines.get(lines.size() - 1));
    }
  }

  Result run() throws IOException {
    // Through a file: a pipe would have to be read meanwhile, and no core is to spare for that.
    Path output = Files.createTempFile("fencepost-bench-", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      long start = System.nanoTime();
      int exitCode = waitFor(builder.start());
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Result(exitCode, Files.readString(output), seconds);
    } finally {
      Files.delete(output);
    }
  }

  private static int waitFor(Process process) throws IOException {
    try {
      if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new IOException("still running after " + TIMEOUT_SECONDS + " seconds");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  /** As it would be typed. */
  String show() {
    return Stream.concat(
            environment.entrySet().stream().map(e -> e.getKey() + "=" + quote(e.getValue())),
            words.stream().map(Command::quote))
        .collect(Collectors.joining(" "));
  }

  private static String quote(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word + "'";
  }
}
