package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.Exploration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs that use GASPI, without running them: what a run finds is found. */
@Execution(ExecutionMode.CONCURRENT)
class StaticGaspiTest {

  @TestFactory
  Stream<DynamicTest> scenarios() throws IOException {
    return StaticProgramsTest.tests("gaspi");
  }

  /** The applications as they stand are clean; their bugs are found on their lines. */
  @TestFactory
  Stream<DynamicTest> applications() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (TestProgram program : TestProgram.in("gaspi-apps").toList()) {
      tests.add(DynamicTest.dynamicTest(program.name(), () -> check(program, 0)));
      for (int n = 1; !ApplicationsTest.markedLines(program.source(), n).isEmpty(); n++) {
        int bug = n;
        tests.add(DynamicTest.dynamicTest(program.name() + " bug " + n, () -> check(program, bug)));
      }
    }
    return tests.stream();
  }

  private static void check(TestProgram program, int bug) throws Exception {
    Exploration.Result result =
        StaticProgramsTest.explore(program.source(), List.of(4), Set.of(), "-DBUG=" + bug);
    assertThat(result.unmodelled()).isEmpty();
    assertThat(ApplicationsTest.lines(result.findings()))
        .isEqualTo(ApplicationsTest.markedLines(program.source(), bug));
  }
}
