package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What orders threads, construct by construct. A program of {@code tests/constructs} has them all;
 * with the number of one as its argument it has only that one, and leaves out what orders: then the
 * lines marked {@code RACE} with the number race. Some numbers are tried, all of them with {@code
 * -Dfencepost.full=true}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ConstructsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int REPEAT = Integer.getInteger("fencepost.repeat", 1);
  private static final int STEP = FULL ? 1 : 5;

  @TempDir static Path work = Path.of("");

  @TestFactory
  Stream<DynamicTest> gcc() throws IOException {
    return tests("gcc");
  }

  /** With the other library of OpenMP. */
  @TestFactory
  Stream<DynamicTest> clang() throws IOException {
    return tests("clang-19");
  }

  private static Stream<DynamicTest> tests(String compiler) throws IOException {
    return TestProgram.in("constructs")
        .map(program -> DynamicTest.dynamicTest(program.name(), () -> check(program, compiler)));
  }

  private static void check(TestProgram program, String compiler) throws IOException {
    Path executable = work.resolve(compiler + "-" + program.name());
    ThreadRacesTest.compile(program, compiler, executable, List.of());
    List<String> lines = Files.readAllLines(program.source());
    int last = (int) IntStream.range(1, 100).filter(n -> !marked(lines, n).isEmpty()).count();
    for (int i = 0; i < REPEAT; i++) {
      assertThat(ThreadRacesTest.places(executable)).as("all of them").isEmpty();
      for (int number = 1; number <= last; number += STEP) {
        List<Integer> marked = marked(lines, number);
        String expected =
            program.name()
                + ":"
                + marked.get(0)
                + " and "
                + program.name()
                + ":"
                + marked.get(marked.size() - 1);
        assertThat(ThreadRacesTest.places(executable, "" + number))
            .as("without what orders %d", number)
            .containsExactly(expected);
      }
    }
  }

  /** The lines that race without what has the number: two, or one that races with itself. */
  private static List<Integer> marked(List<String> lines, int number) {
    Pattern mark = Pattern.compile("// RACE " + number + "$");
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (mark.matcher(lines.get(i)).find()) {
        found.add(i + 1);
      }
    }
    return found;
  }
}
