package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that another compiler has made: named at the link and in the report. */
class BlindSpotsTest {
  private static final String MAIN =
      """
      #include <mpi.h>
      void part(void);
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        part();
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir Path directory = Path.of("");

  @Test
  void whatCallsMpiAndWasNotCompiledByUsIsNamed() throws IOException {
    TestTool tool = tool();
    tool.run(
        "mpicc.openmpi -c part.c && mpicc.openmpi -c helper.c && ar rc libp.a part.o helper.o");
    assertThat(tool.run("$CC --universal -o program main.c helper.o part.o 2>&1"))
        .contains("not seen: part.o\n");
    assertThat(tool.run("$CC --universal -o program main.c -L. -lp 2>&1"))
        .contains("not seen: ./libp.a:part.o\n");
    assertThat(tool.run("./fencepost run --json=r.json --launcher=env ./program 2>&1"))
        .contains("were not seen: ./libp.a:part.o\n", "no race found");
    assertThat(Files.readString(directory.resolve("r.json")))
        .contains("\"unseen\" : [ \"./libp.a:part.o\" ]");
  }

  @Test
  void aSharedLibraryThatCallsMpiIsNamedUnlessWeHaveCompiledIt() throws IOException {
    TestTool tool = tool();
    String run = "./fencepost run --json=r.json --launcher=env ./program 2>&1";
    tool.run("mpicc.openmpi -fPIC -shared -o libpart.so part.c");
    tool.run("$CC --universal -o program main.c -L. -lpart -Wl,-rpath,$PWD");
    assertThat(tool.run(run)).contains("/libpart.so\n", "no race found");
    tool.run("$CC --universal -fPIC -shared -o libpart.so part.c");
    assertThat(tool.run(run)).doesNotContain("libpart.so");
    tool.run("$CC --fast -O2 -fPIC -shared -o libpart.so part.c");
    assertThat(tool.run(run)).doesNotContain("libpart.so");
  }

  @Test
  void aRecordedTraceTellsOfThemAgain() throws IOException {
    TestTool tool = tool();
    tool.run("mpicc.openmpi -c part.c && $CC --universal -o program main.c part.o");
    tool.run("./fencepost run --record=trace --launcher=env ./program");
    assertThat(tool.run("./fencepost analyze --json=r.json trace 2>&1"))
        .contains("were not seen: part.o\n");
    assertThat(Files.readString(directory.resolve("r.json")))
        .contains("\"unseen\" : [ \"part.o\" ]");
  }

  @Test
  void whatWeHaveCompiledIsNot() throws IOException {
    TestTool tool = tool();
    tool.run("$CC --universal -c part.c && $CC --fast -O2 -c helper.c && ar rc libp.a part.o");
    assertThat(tool.run("$CC --universal -o program main.c helper.o -L. -lp 2>&1"))
        .doesNotContain("not seen");
    tool.run("$CC --fast -O2 -c part.c");
    assertThat(tool.run("$CC --fast -o program main.c part.o helper.o 2>&1"))
        .doesNotContain("not seen");
    assertThat(tool.run("./fencepost run --json=r.json --launcher=env ./program 2>&1"))
        .doesNotContain("not seen");
    assertThat(Files.readString(directory.resolve("r.json"))).contains("\"unseen\" : [ ]");
  }

  private TestTool tool() throws IOException {
    Files.writeString(directory.resolve("main.c"), MAIN);
    Files.writeString(
        directory.resolve("part.c"),
        "#include <mpi.h>\nvoid part(void) { MPI_Barrier(MPI_COMM_WORLD); }\n");
    Files.writeString(directory.resolve("helper.c"), "int twice(int n) { return 2 * n; }\n");
    return new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
  }
}
