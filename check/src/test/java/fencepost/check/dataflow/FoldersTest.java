package fencepost.check.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Precision and recall on the programs below {@code tests} and {@code examples}: no false alarm
 * anywhere, and every race that {@code local-buffer.txt} lists is found, at its two lines.
 */
@Execution(ExecutionMode.CONCURRENT)
class FoldersTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final String FILTER = System.getProperty("fencepost.filter", "");
  private static final List<String> SCENARIOS = List.of("mpi", "shmem", "gaspi");
  private static final List<String> APPLICATIONS = List.of("apps", "gaspi-apps");

  /** Its calls fail because there is no such rank: no analysis of the program alone can know. */
  private static final String FAILS_WHEN_RUN = "error_call_has_no_effect.c";

  /** The races of one process with itself, with the reason where they are not found. */
  private static final Map<String, String> EXPECTED = new HashMap<>();

  static {
    for (List<String> words : Tables.lines("local-buffer.txt")) {
      EXPECTED.put(words.get(0), String.join(" ", words.subList(1, words.size())));
    }
  }

  private static Stream<Path> sources(String folder) {
    try {
      return Files.list(TestSources.TESTS.resolve(folder))
          .filter(path -> path.toString().endsWith(".c") || path.toString().endsWith(".F90"))
          .filter(path -> path.toString().contains(FILTER))
          .filter(path -> !path.endsWith(FAILS_WHEN_RUN))
          .sorted();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> found(Path source, String... flags) {
    return TestSources.lines(TestSources.findings(source, Options.DEFAULT, flags));
  }

  private static String name(Path source) {
    return source.getParent().getFileName() + "/" + source.getFileName();
  }

  private static Stream<DynamicTest> each(List<String> folders, Check check) {
    return folders.stream()
        .flatMap(FoldersTest::sources)
        .map(source -> DynamicTest.dynamicTest(name(source), () -> check.check(source)));
  }

  private interface Check {
    void check(Path source) throws IOException;
  }

  /** Each third of them, unless all are asked for: most of the time is the compiler's. */
  @TestFactory
  Stream<DynamicTest> fixedProgramsAreClean() {
    AtomicInteger number = new AtomicInteger();
    return each(SCENARIOS, source -> assertThat(found(source, "-DFIXED")).isEmpty())
        .filter(test -> FULL || number.getAndIncrement() % 3 == 0);
  }

  @TestFactory
  Stream<DynamicTest> applicationsAreClean() {
    return each(APPLICATIONS, source -> assertThat(found(source)).isEmpty());
  }

  @TestFactory
  Stream<DynamicTest> racesOfOneProcessAreFoundAndNothingElse() {
    return each(
        SCENARIOS,
        source -> {
          String reason = EXPECTED.get(name(source));
          boolean isFound = reason != null && reason.isEmpty();
          Set<String> expected = isFound ? Set.of(TestSources.marked(source, "RACE")) : Set.of();
          assertThat(found(source)).isEqualTo(expected);
        });
  }

  @TestFactory
  Stream<DynamicTest> bugsOfOneProcessAreFoundInApplications() {
    return EXPECTED.entrySet().stream()
        .filter(entry -> entry.getKey().contains(":") && entry.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .filter(name -> name.contains(FILTER))
        .sorted()
        .map(name -> DynamicTest.dynamicTest(name, () -> checkBug(name)));
  }

  private static void checkBug(String name) throws IOException {
    String[] parts = name.split(":", 2);
    Path source = TestSources.TESTS.resolve(parts[0]);
    assertThat(found(source, "-DBUG=" + parts[1]))
        .contains(TestSources.marked(source, "BUG" + parts[1]));
  }

  @Test
  void examplesAreFoundOrClean() throws IOException {
    Path examples = Path.of("../examples/mpi");
    for (String clean : List.of("counter.c", "halo.c", "halo_racy.c", "lock_racy.c")) {
      assertThat(found(examples.resolve(clean))).as(clean).isEmpty(); // or races of two processes
    }
    Path reuse = examples.resolve("reuse_racy.c");
    assertThat(found(reuse)).containsExactly(TestSources.marked(reuse, "RACE"));
  }

  @TestFactory
  Stream<DynamicTest> theCasesOfThePapersAreFoundOnTheirLines() {
    return each(List.of("static"), FoldersTest::checkCase);
  }

  /** A get in a loop is also in the way of itself. */
  private static void checkCase(Path source) throws IOException {
    String text = Files.readString(source);
    assertThat(found(source, "-DFIXED")).isEmpty();
    if (text.contains("RACE1")) {
      assertThat(found(source))
          .containsExactlyInAnyOrder(
              TestSources.marked(source, "RACE1"), TestSources.marked(source, "RACE2"));
    } else if (text.contains("RACE")) {
      assertThat(found(source)).contains(TestSources.marked(source, "RACE"));
    } else {
      assertThat(found(source)).isEmpty();
    }
  }
}
