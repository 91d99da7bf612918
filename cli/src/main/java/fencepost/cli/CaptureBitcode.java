package fencepost.cli;

import fencepost.check.ProgramReader.Origin;
import fencepost.check.ProgramReader.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The capture library as bitcode: {@code check} executes it with the program, so that what is
 * recorded of a call is the same in a run. Compiled once for each MPI library, and kept.
 */
final class CaptureBitcode {
  /** Optimised, because it is executed at every call; without what the machine does not know. */
  private static final List<String> FLAGS =
      List.of("-std=gnu11", "-O1", "-g0", "-w", "-fno-pic", "-c", "-emit-llvm");

  private static final String BITCODE = ".bc";

  private CaptureBitcode() {}

  /**
   * @param options where the headers of its programming model are found
   * @param headers what is in these headers
   */
  static List<Unit> of(
      CaptureLibrary library, Toolchain toolchain, List<String> options, String headers)
      throws IOException {
    List<String> command = new ArrayList<>(LlvmWrapper.command(toolchain));
    command.addAll(FLAGS);
    String identity = command + toolchain.show() + NativeLibrary.ARCHITECTURE;
    Path directory =
        NativeLibrary.remembered(
            BITCODE + library + identity + toolchain + Resources.build(),
            () -> make(library.sourcesAboveRing(), command, options, headers + identity));
    try (Stream<Path> files = Files.list(directory)) {
      List<Unit> units = new ArrayList<>();
      for (Path file : files.filter(file -> file.toString().endsWith(BITCODE)).sorted().toList()) {
        units.add(
            new Unit("capture/" + file.getFileName(), Files.readAllBytes(file), Origin.CAPTURE));
      }
      return units;
    }
  }

  private static Path make(
      Map<String, String> sources, List<String> command, List<String> options, String identity) {
    return NativeLibrary.made(
        BITCODE + sources + identity,
        work -> {
          for (Map.Entry<String, String> source : sources.entrySet()) {
            Files.writeString(work.resolve(source.getKey()), source.getValue());
          }
          for (String name : sources.keySet()) {
            if (name.endsWith(".c")) {
              compile(command, options, work, name);
            }
          }
        });
  }

  private static void compile(List<String> start, List<String> options, Path work, String name) {
    List<String> command = new ArrayList<>(start);
    command.addAll(options);
    command.addAll(List.of("-I", work.toString(), "-o", work.resolve(name + BITCODE).toString()));
    command.add(work.resolve(name).toString());
    Shell.run(command).orFail("cannot compile the capture library");
  }
}
