package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The tool as users get it: what {@code fencepost dist} makes of the jar that was just built. */
final class PackagedTool {
  static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  static final boolean LONG = Boolean.getBoolean("fencepost.full");
  private static final Path OUTPUT = Path.of("target/dist").toAbsolutePath();

  private PackagedTool() {}

  /** What a command has printed, and its exit code. */
  record Output(int exit, String text) {}

  /** Holds the one directory that all tests use. */
  private static final class Tree {
    static final Path PATH = make("tree", "--format=tree");
  }

  static Path tree() {
    return Tree.PATH;
  }

  /** Makes a package in a directory of its own; returns the file or directory that was made. */
  static Path make(String name, String... options) {
    try {
      Path output = OUTPUT.resolve(name);
      String dist = CHECKOUT.resolve("fencepost") + " dist " + String.join(" ", options);
      Output made = run(Path.of("."), "rm -rf %1$s && %2$s %1$s".formatted(output, dist), "");
      assertThat(made.exit).as(made.text).isZero();
      List<String> lines = made.text.lines().toList();
      return Path.of(lines.get(lines.size() - 1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a command of bash in a directory, with the tool on the PATH. */
  static Output run(Path directory, String command) throws IOException {
    return run(directory, command, directory.resolve("bin") + ":" + tree().resolve("bin") + ":");
  }

  private static Output run(Path directory, String command, String path) throws IOException {
    Path log = Files.createTempFile("packaged", ".log");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(Path.of("/dev/null").toFile());
    builder.environment().merge("PATH", path, (old, first) -> first + old);
    if (!path.isEmpty()) {
      builder.environment().put("FENCEPOST_PREFIX", tree().toString());
    }
    try {
      Process process = builder.start();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).as(command).isTrue();
      return new Output(process.exitValue(), Files.readString(log));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      Files.delete(log);
    }
  }

  /** Runs a command that must succeed; returns what it printed. */
  static String succeed(Path directory, String command) throws IOException {
    Output output = run(directory, command);
    assertThat(output.exit).as(command + "\n" + output.text).isZero();
    return output.text;
  }
}
