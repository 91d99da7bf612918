package fencepost.cli;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A linker that any compiler can be told to use ({@code -B}) for objects that carry bitcode: it
 * instruments them, and hands over to the linker of the system.
 */
final class LinkerInBetween implements AutoCloseable {
  /** The command of ours behind it; not for users. */
  static final String COMMAND = "link";

  private final OwnedDirectory directory;

  LinkerInBetween(FastOptions options) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String script =
        String.format(
            "#!/bin/sh%nexec env FENCEPOST_LC_ALL=\"${LC_ALL-}\" LC_ALL=C.UTF-8 %s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp %s %s %s %s %s \"$@\"%n",
            Words.quoted(java),
            Words.quoted(System.getProperty("java.class.path")),
            Main.class.getName(),
            COMMAND,
            options.explain(),
            options.threads());
    try {
      directory = OwnedDirectory.create("linker");
      Shell.script(directory.path().resolve("ld"), script);
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /** Where compilers find it. */
  Path directory() {
    return directory.path();
  }

  @Override
  public void close() {
    directory.close();
  }

  /** Does the work of the linker; returns its exit code. */
  static int link(List<String> arguments) {
    boolean explain = Boolean.parseBoolean(arguments.get(0));
    List<String> words = new ArrayList<>(List.of("ld"));
    boolean threads = Boolean.parseBoolean(arguments.get(1));
    words.addAll(CompilerArguments.expand(arguments.subList(2, arguments.size())));
    return new FastLink(new DriverJob(words), explain, threads).run();
  }
}
