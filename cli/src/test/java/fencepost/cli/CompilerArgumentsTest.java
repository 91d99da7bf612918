package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompilerArgumentsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.c",
        "a.o b.o -o program",
        "-o program -lapplication",
        "-x c -",
        "-v a.c",
        "-static a.f90",
        "-MD -MF a.d a.cpp libx.so",
        "-include config.h a.c",
      })
  void aProgramComesOut(String line) {
    assertThat(arguments(line).makesProgram()).isTrue();
    assertThat(arguments(line).makesSharedLibrary()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-c a.c",
        "-E -x c -",
        "-S a.c",
        "-MM a.c",
        "-fsyntax-only a.c",
        "--version",
        "-v",
        "-dumpversion",
        "-print-file-name=libc.a",
        "--showme:link a.c",
        "-o",
        "-include config.h",
        "header.hpp -o header.hpp.gch",
        "-r a.o b.o -o ab.o",
        "-shared a.o -o liba.so",
      })
  void noProgramComesOut(String line) {
    assertThat(arguments(line).makesProgram()).isFalse();
  }

  @Test
  void aProgramMayBeCalledLikeASourceFile(@TempDir Path directory) throws IOException {
    Path source = Files.writeString(directory.resolve("a.f"), "      end");
    Path program = directory.resolve("cg.F");
    Files.copy(ProcessHandle.current().info().command().map(Path::of).orElseThrow(), program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(CompilerArguments.isSource(source.toString())).isTrue();
    assertThat(CompilerArguments.isSource(program.toString())).isFalse();
  }

  @Test
  void sharedWithoutAStopMakesASharedLibrary() {
    assertThat(arguments("-fPIC -shared a.c -o liba.so").makesSharedLibrary()).isTrue();
    assertThat(arguments("-fPIC -shared -c a.c").makesSharedLibrary()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "main.c solver.F90",
        "main.o solver.o -lmpi_mpifh -lgfortran",
        "main.o /usr/lib/libmpi_usempif08.so",
        "main.o -lmpichfort",
      })
  void fortranSourcesAndLibrariesAreNoticed(String line) {
    assertThat(arguments(line).mentionFortran()).isTrue();
  }

  @Test
  void librariesOfCAreNotTakenForFortran() {
    assertThat(arguments("main.c -lmpi -lm libmpich.so -o for").mentionFortran()).isFalse();
  }

  @Test
  void responseFilesAreLookedInto(@TempDir Path directory) throws IOException {
    Path inner = Files.writeString(directory.resolve("inner"), "-c\n");
    Path outer =
        Files.writeString(directory.resolve("outer"), "\"a b.c\" 'c.f90' @" + inner + " -g3\n");
    CompilerArguments arguments = arguments("@" + outer);
    assertThat(arguments.makesProgram()).isFalse();
    assertThat(arguments.mentionFortran()).isTrue();
    assertThat(arguments.askForDebugInformation()).isTrue();
    assertThat(arguments("@not-there").makesProgram()).isTrue();
  }

  private static CompilerArguments arguments(String line) {
    return CompilerArguments.of(List.of(line.split(" ")));
  }
}
