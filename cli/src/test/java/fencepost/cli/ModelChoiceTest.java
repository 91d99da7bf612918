package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use no programming model need none of their libraries. */
class ModelChoiceTest {
  @TempDir Path work = Path.of("");

  private ModelChoice choice(String name, String text, String... others) throws IOException {
    Path source = work.resolve(name);
    Files.writeString(source, text);
    List<String> arguments = new ArrayList<>(List.of(others));
    arguments.addAll(List.of(source.toString(), "-o", work.resolve("program").toString()));
    return ModelChoice.in(arguments);
  }

  @Test
  void aProgramOfThreadsUsesNone() throws IOException {
    assertThat(choice("a.c", "#include <stdio.h>\nint main(void) {return 0;}\n").unused()).isTrue();
    assertThat(choice("a.f90", "program compiler\nend\n", "-lm").unused()).isTrue();
  }

  @Test
  void aHeaderOrAModuleTellsOfMpi() throws IOException {
    assertThat(choice("a.c", "#include <mpi.h>\nint main(void) {return 0;}\n").unused()).isFalse();
    assertThat(
            choice("a.f90", "program a\nuse, intrinsic :: iso_c_binding\nuse mpi_f08\nend\n")
                .unused())
        .isFalse();
  }

  @Test
  void aQuestionOfAConfigureScriptTellsOfMpi() throws IOException {
    String question = "char MPI_Init();\nint main(void) {return MPI_Init();}\n";
    assertThat(choice("conftest.c", question).unused()).isFalse();
    assertThat(choice("conftest.c", question).model()).isEqualTo(Model.MPI);
  }

  @Test
  void whatIsOnlyCompiledOrLinkedWithUnknownLibrariesMayUseIt() throws IOException {
    String plain = "int main(void) {return 0;}\n";
    assertThat(choice("a.c", plain, "-c").unused()).isFalse();
    assertThat(choice("a.c", plain, "-lpetsc").unused()).isFalse();
    assertThat(choice("a.c", plain, "-lm", "-lpthread").unused()).isTrue();
  }

  @Test
  void theUserMaySaySo() throws IOException {
    assertThat(choice("a.c", "#include <mpi.h>\n", "--model=threads").none()).isTrue();
    assertThat(choice("a.c", "int main(void) {return 0;}\n").none()).isFalse();
  }
}
