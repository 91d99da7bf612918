package fencepost.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Builds the applications below {@code tests/projects} with nothing but the compilers exchanged,
 * and runs them: the race is between two of their files.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProjectsTest {
  private static final Path PROJECTS = Path.of("../tests/projects");
  private static final int RANKS = 3;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @EnumSource
  void aProjectOfMakeWithStaticAndSharedLibrariesIsSeen(TestToolchain toolchain)
      throws IOException {
    Path project = PROJECTS.resolve("make-app");
    TestTool tool = new TestTool(directory, toolchain);
    tool.copy(project);
    Path program = directory.resolve("advection");

    tool.run("make -j2 CC=\"$CC\"");
    TestProgram.checkRun("advection", program, RANKS, List.of(marked(project)));

    tool.run("make clean && make -j2 CC=\"$CC\" CFLAGS='-O2 -DFIXED'");
    TestProgram.checkRun("advection", program, RANKS, List.of());
  }

  @Test
  void aProjectOfCmakeWithThreeLanguagesIsSeen() throws IOException {
    Path project = PROJECTS.resolve("cmake-app");
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    tool.copy(project);
    Path program = directory.resolve("build/pipeline");

    tool.run("cmake -S . -B build && cmake --build build");
    TestProgram.checkRun("pipeline", program, RANKS, List.of(marked(project)));

    tool.run("cmake -DFIXED=ON build && cmake --build build");
    TestProgram.checkRun("pipeline", program, RANKS, List.of());
  }

  /** The two marked lines, in the order of the files. */
  private static String marked(Path project) throws IOException {
    List<String> marked = new ArrayList<>();
    try (Stream<Path> files = Files.walk(project)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        marked.addAll(TestProgram.markedLines(file, 0));
      }
    }
    return String.join(" and ", marked);
  }
}
