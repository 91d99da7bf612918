package fencepost.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * LLVM itself, with which programs are analysed: a directory beside the jar. It is a part of every
 * package. A checkout fetches it when a command first needs it, because it is large.
 */
final class LlvmLibrary {
  private static final String NAME = "llvm";

  /** What Maven says when it begins with a file. */
  private static final Pattern FETCHED = Pattern.compile("Downloading from .*/(\\S+)");

  private LlvmLibrary() {}

  /** LLVM was fetched, but is not on the class path of this JVM: the command starts again. */
  static final class Fetched extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Path script;

    Fetched(Path script) {
      this.script = script;
    }

    /** What starts this tool. */
    Path script() {
      return script;
    }
  }

  /** Lets JavaCPP load the libraries from where they are, without a copy for every user. */
  static void locate() {
    Path directory = Installation.beside(NAME);
    if (Files.isDirectory(directory)) {
      System.setProperty("org.bytedeco.javacpp.pathsFirst", "true");
      System.setProperty("java.library.path", directory.toString());
    }
  }

  static boolean isThere() {
    return LlvmLibrary.class.getResource("/org/bytedeco/llvm/global/LLVM.class") != null;
  }

  /** For a command that cannot do without. */
  static void require() {
    if (!isThere()) {
      Packages.require("mvn");
      fetch();
      throw new ToolFailure(ExitCode.TOOL_FAILED, "LLVM could not be fetched, see above");
    }
  }

  /** For a command that is better with it. Where it could not be fetched, that is not repeated. */
  static boolean isThereOrFetched() {
    if (isThere()) {
      return true;
    }
    boolean mayTry =
        Installation.checkout().isPresent()
            && Files.notExists(failed())
            && Shell.find("mvn").isPresent();
    if (mayTry) {
      fetch();
      System.err.println(
          "fencepost: LLVM could not be fetched; programs will run slower (--universal)");
    }
    return false;
  }

  private static Path failed() {
    return Installation.beside(NAME + ".failed");
  }

  static void show(String what, String line) {
    Matcher file = FETCHED.matcher(line);
    if (file.find()) {
      Terminal.progress("fencepost: fetching " + what + ": " + file.group(1));
    }
  }

  /** Returns only if it did not work. One compiler of a parallel make fetches, others wait. */
  private static void fetch() {
    Path checkout = Installation.requireCheckout("the build that fetches LLVM");
    try (FileChannel channel = FileChannel.open(Installation.beside(".llvm-lock"), CREATE, WRITE);
        FileLock held = channel.lock()) {
      if (held.isValid() && Files.notExists(Installation.beside(NAME))) {
        System.err.println("fencepost: fetching LLVM (once)");
        Path part = Installation.beside(NAME + ".part");
        Shell.Result maven =
            Shell.run(
                List.of("mvn", "-B", "package", "-Dllvm.directory=" + part),
                checkout.resolve("program/natives"),
                line -> show("LLVM", line));
        Terminal.clearProgress();
        if (maven.exitCode() != 0) {
          maven
              .output()
              .lines()
              .filter(line -> !line.contains("INFO") && !line.startsWith("Download"))
              .forEach(System.err::println);
          Files.write(failed(), List.of());
          return;
        }
        Files.move(part, Installation.beside(NAME));
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
    throw new Fetched(checkout.resolve("fencepost"));
  }
}
