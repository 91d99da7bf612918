package fencepost.bench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Suite;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseReaderTest {
  @TempDir Path directory = Path.of("");

  @Test
  void labelsAreReadInABlockComment() throws IOException {
    write(
        "007-MPI-sync-fence-local-yes.c",
        """
        // RACE LABELS BEGIN
        /*
        {
        "RACE_KIND": "local",
        "ACCESS_SET": ["buffer write","load"],
        "RACE_PAIR": ["MPI_Get@41","LOAD@other.c:43"],
        "NPROCS": 3
        }
        */
        // RACE LABELS END
        int main(void) { return 0; }
        """);
    Case read = only();
    assertThat(read.category()).isEqualTo("sync");
    assertThat(read.processes()).isEqualTo(3);
    assertThat(read.pair())
        .containsExactly(
            new SourceLine("007-MPI-sync-fence-local-yes.c", 41), new SourceLine("other.c", 43));
  }

  @Test
  void labelsAreReadBehindCommentSignsOnOneLine() throws IOException {
    write("MPI-atomic-x-remote-no.f90", "! RACE LABELS\n! {\"RACE_KIND\": \"none\"}\nend\n");
    assertThat(only().isRacy()).isFalse();
    assertThat(only().processes()).isEqualTo(2);
  }

  /** As the paper on RMARaceBench describes it: the kind, the kinds of accesses, the two lines. */
  @Test
  void labelsAreReadInAnyLayoutAndFolder() throws IOException {
    write(
        "MPI/C/conflict/005-MPI-conflict-get-store-local-yes.c",
        """
        /* RACE LABELS BEGIN
         * {
         *   RACE_KIND: "Local",
         *   'ACCESS_SET': ["local buffer write", "local write"],
         *   "RACE_PAIR": ["MPI_Get @ 31", "STORE@33:5"],
         *   "NPROCS": "4",   // ranks
         *   "CONSISTENCY_CALLS": [], "SYNC_CALLS": [],
         *   "DESCRIPTION": "two
         *      lines",
         * }
         * RACE LABELS END */
        """);
    Case read = only();
    assertThat(read.name()).isEqualTo("MPI/C/conflict/005-MPI-conflict-get-store-local-yes.c");
    assertThat(read.category()).isEqualTo("conflict");
    assertThat(read.processes()).isEqualTo(4);
    assertThat(read.pair())
        .containsExactly(
            new SourceLine("005-MPI-conflict-get-store-local-yes.c", 31),
            new SourceLine("005-MPI-conflict-get-store-local-yes.c", 33));
  }

  @Test
  void bothOperationsMayStandInOneString() throws IOException {
    write("sync/a.c", "// RACE LABELS {\"RACE_PAIR\": \"shmem_int_put@7,LOAD@9\"}\n");
    assertThat(only().category()).isEqualTo("sync");
    assertThat(only().pair()).containsExactly(new SourceLine("a.c", 7), new SourceLine("a.c", 9));
  }

  @Test
  void aCaseOfKindNoneIsCleanWhateverItsPairSays() throws IOException {
    write("a.c", "// RACE LABELS {\"RACE_KIND\": \"None\", \"RACE_PAIR\": [\"MPI_Put@4\"]}\n");
    assertThat(only().isRacy()).isFalse();
    assertThat(only().category()).isEqualTo("other");
  }

  @Test
  void furtherSourcesBelongToTheCaseAndMustExist() throws IOException {
    write("x/a.c", "// RACE LABELS {\"RACE_KIND\": \"none\", \"OTHER_SOURCES\": [\"b.c\"]}\n");
    assertThatThrownBy(this::only).hasMessageContaining("b.c");
    write("x/b.c", "void f(void) {}\n");
    assertThat(only().sources())
        .containsExactly(directory.resolve("x/a.c"), directory.resolve("x/b.c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// RACE LABELS BEGIN\nint main(void);",
        "// RACE LABELS {\"RACE_KIND\": }",
        "// RACE LABELS {\"NPROCS\": 2}",
        "// RACE LABELS {\"RACE_KIND\": \"local\", \"RACE_PAIR\": [\"MPI_Put\", \"LOAD@7\"]}"
      })
  void brokenLabelsNameTheFile(String source) throws IOException {
    write("broken.c", source);
    assertThatThrownBy(this::only).isInstanceOf(IOException.class).hasMessageContaining("broken.c");
  }

  @Test
  void filesWithoutLabelsAreNoCases() throws IOException {
    write("helper.c", "void f(void) {}\n");
    write("notes.txt", "RACE LABELS {}");
    assertThat(CaseReader.in(directory)).isEmpty();
  }

  @Test
  void aRaceNeedsTwoPlaces() throws IOException {
    write("a.c", "// RACE LABELS {\"RACE_KIND\": \"remote\", \"RACE_PAIR\": [\"MPI_Put@4\"]}\n");
    assertThatThrownBy(this::only).hasMessageContaining("two operations");
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void readsWhatTheSuiteWrites(Model model) throws IOException {
    Suite suite = Suite.of(model);
    for (Map.Entry<String, String> file : suite.files().entrySet()) {
      write(file.getKey(), file.getValue());
    }
    List<Case> cases = CaseReader.in(directory);
    for (Scenario scenario : suite.scenarios()) {
      Case read =
          cases.stream()
              .filter(c -> c.name().equals(scenario.fileName() + ".c"))
              .findFirst()
              .orElseThrow();
      assertThat(read.isRacy()).isEqualTo(scenario.racy());
      assertThat(read.category()).isEqualTo(scenario.category().label());
      for (int i = 0; i < read.pair().size(); i++) {
        SourceLine place = read.pair().get(i);
        String line = Files.readAllLines(directory.resolve(place.file())).get(place.line() - 1);
        String operation = scenario.pair().get(i).operation();
        if (!operation.equals("LOAD") && !operation.equals("STORE")) {
          assertThat(line).contains(operation + "(");
        }
      }
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Case only() throws IOException {
    List<Case> cases = CaseReader.in(directory);
    assertThat(cases).hasSize(1);
    return cases.get(0);
  }
}
