package fencepost.cli;

import fencepost.check.mpi.FortranBindings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/**
 * The modules of an MPI library for flang, which cannot read those that another compiler has made:
 * made of the library's headers once, and kept.
 */
final class FlangModules {
  /** With what flang begins a file with a module, behind the mark of UTF-8. */
  private static final String MAGIC = "!mod$";

  private FlangModules() {}

  /** The directory that they are in. */
  static Path directory(Toolchain toolchain) throws IOException {
    Path header = FortranLibrary.header(toolchain);
    String identity =
        FortranBindings.sample() + toolchain.show() + LlvmWrapper.FLANG + header + changed(header);
    return NativeLibrary.made(
        identity,
        directory -> {
          FortranLibrary library = FortranLibrary.of(toolchain);
          String source = new FortranBindings(library.prototypes(), library.mpifh()).source();
          Path file = Files.writeString(directory.resolve("modules.f90"), source);
          String where = directory.toString();
          FortranLibrary.flang(
              toolchain, List.of("-fsyntax-only", "-w", "-module-dir", where, file.toString()));
        });
  }

  /** Every compiler asks for the directory: to read all headers would take too long. */
  private static FileTime changed(Path header) throws IOException {
    return Files.getLastModifiedTime(header);
  }

  /** Whether flang has compiled modules of a program, which no other compiler can read. */
  static boolean areIn(List<Path> directories) {
    return directories.stream().anyMatch(FlangModules::areIn);
  }

  private static boolean areIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".mod")).anyMatch(FlangModules::isOne);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isOne(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAGIC.length() + 3), StandardCharsets.UTF_8).contains(MAGIC);
    } catch (IOException e) {
      return false;
    }
  }
}
