package fencepost.cli;

import fencepost.check.ProgramReader.Origin;
import fencepost.check.ProgramReader.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What programs of C++ find in their library and not in its headers, as bitcode that {@code check}
 * executes. Compiled once for each compiler, and kept.
 */
final class CxxBitcode {
  private static final String SOURCE = "fencepost/check/library/containers.cpp";
  private static final String BITCODE = "containers.bc";

  /** As {@code Image.Place} knows what belongs to the library: its callers are shown. */
  private static final Path FOLDER = Path.of("include", "c++");

  private CxxBitcode() {}

  /**
   * @param flags with which a file becomes bitcode
   */
  static Unit of(Toolchain toolchain, List<String> flags) throws IOException {
    List<String> command = new ArrayList<>(LlvmWrapper.command(toolchain));
    command.add("-std=gnu++17"); // in later standards strings are in the headers
    command.addAll(flags);
    String source = Resources.text(SOURCE);
    Path directory =
        NativeLibrary.made(
            source + command + toolchain.show() + NativeLibrary.ARCHITECTURE,
            work -> {
              Path folder = Files.createDirectories(work.resolve(FOLDER));
              Path file = Files.writeString(folder.resolve("containers.cpp"), source);
              command.addAll(List.of("-o", work.resolve(BITCODE).toString(), file.toString()));
              Shell.run(command).orFail("cannot compile what stands for the library of C++");
            });
    return new Unit(
        "library of C++", Files.readAllBytes(directory.resolve(BITCODE)), Origin.LANGUAGE);
  }
}
