package fencepost.bench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunTest {
  private static final List<Case> CASES =
      IntStream.range(0, 20)
          .mapToObj(i -> new Case(i + ".c", "sync", List.of(Path.of(i + ".c")), List.of(), 2))
          .toList();

  @Test
  void oneCaseThatBreaksTheToolDoesNotCostTheOthers() throws InterruptedException {
    List<Result> told = new ArrayList<>();
    Results results =
        new SuiteRun(tool(given -> given.name().equals("7.c")), 2, told::add).run(CASES);
    assertThat(results.results()).extracting(Result::name).containsExactlyElementsOf(names(20));
    assertThat(results.results().get(7).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(results.results().get(7).message()).contains("broken");
    assertThat(results.results()).filteredOn(r -> r.outcome() == Outcome.TN).hasSize(19);
    assertThat(told).hasSize(20);
  }

  @Test
  void whatIsStoppedKeepsWhatIsSurelyDone() throws InterruptedException {
    List<SuiteRun> runs = new ArrayList<>();
    List<Results> kept = new ArrayList<>();
    SuiteRun.Listener listener =
        result -> {
          if (result.name().equals("2.c")) {
            sleep(); // the first three are old enough
          } else if (result.name().equals("4.c")) {
            kept.add(runs.get(0).stop(CASES));
          }
        };
    runs.add(new SuiteRun(tool(given -> false), 1, listener));
    Results all = runs.get(0).run(CASES);
    assertThat(kept.get(0).results()).extracting(Result::name).containsExactly("0.c", "1.c", "2.c");
    assertThat(all.results()).as("nothing comes later").hasSize(3);
  }

  private static void sleep() {
    try {
      Thread.sleep(1100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFileWithoutResultsIsNamedInTheMessage(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("r.json"), "{\"some\": \"thing\"}");
    assertThatThrownBy(() -> Results.read(file)).hasMessageContaining("r.json has no results");
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> Results.read(file)).hasMessageContaining("r.json has no results");
  }

  @Test
  void oldResultsStayIfTheNewOnesCannotBeWritten(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("r.json");
    Results old = new Results("t", "", 1, List.of());
    old.write(file);
    Files.createDirectory(directory.resolve("r.json.new"));
    Files.writeString(directory.resolve("r.json.new/in the way"), "");
    assertThatThrownBy(() -> old.named("new").write(file)).isInstanceOf(IOException.class);
    assertThat(Results.read(file).tool()).isEqualTo("t");
  }

  private static List<String> names(int number) {
    return IntStream.range(0, number).mapToObj(i -> i + ".c").toList();
  }

  private static Tool tool(java.util.function.Predicate<Case> breaks) {
    return new Tool() {
      @Override
      public String name() {
        return "fake";
      }

      @Override
      public Verdict examine(Case given, Path work) {
        if (breaks.test(given)) {
          throw new IllegalStateException("broken");
        }
        return Verdict.finished(List.of());
      }
    };
  }
}
