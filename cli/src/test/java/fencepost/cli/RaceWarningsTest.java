package fencepost.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceWarningsTest {
  private static final String C = "../tests/mpi/put_store_origin_no_flush.c";
  private static final String FORTRAN = "../tests/fortran/usempi_put_store_origin_no_flush.F90";

  /** How a module of gfortran begins: it is packed. */
  private static final byte[] GFORTRANS = {0x1f, (byte) 0x8b, 0x08, 0x00};

  @TempDir Path directory;

  private static List<String> warnings(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RaceWarnings.print(List.of(arguments), new PrintStream(out, true, UTF_8));
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void aRaceIsAWarningAtItsFirstLineWithANoteAtTheOther() throws IOException {
    expectWarning(C, warnings("-O2", "-c", C));
    assertThat(warnings("-DFIXED", "-c", C)).isEmpty();
  }

  @Test
  void aRaceInFortranIsAWarningWithANote() throws IOException {
    expectWarning(FORTRAN, warnings("-std=f2008", "-ffree-line-length-none", "-c", FORTRAN));
    assertThat(warnings("-DFIXED", "-c", FORTRAN)).isEmpty();
  }

  private static void expectWarning(String source, List<String> warnings) throws IOException {
    Path file = Path.of(source).toRealPath();
    List<String> lines =
        TestProgram.markedLines(file, 2).stream().map(place -> place.split(":")[1]).toList();
    assertThat(warnings).hasSize(2);
    assertThat(Path.of(warnings.get(0).split(":")[0]).toRealPath()).isEqualTo(file);
    assertThat(warnings.get(0)).contains(":" + lines.get(0) + ": warning: race with ", "[-Wrace]");
    assertThat(warnings.get(1)).contains(":" + lines.get(1) + ": note: ");
  }

  @Test
  void aModuleIsReadIfItsSourceIsThere() throws IOException {
    Path module = write("mesh.f90", "module mesh\n  integer :: cells = 8\nend module\n");
    Path program = write("main.f90", "program main\n  use mesh\n  print *, cells\nend program\n");
    Files.write(directory.resolve("mesh.mod"), GFORTRANS);
    assertThat(warnings("-I", directory.toString(), module.toString(), program.toString()))
        .isEmpty();
    assertThat(warnings("-I" + directory, program.toString()))
        .containsExactly(
            "fencepost: no warnings about races: flang-new-19 cannot read the module mesh of"
                + " another compiler; name the file that has it, too");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
