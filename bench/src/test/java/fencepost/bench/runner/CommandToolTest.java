package fencepost.bench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandToolTest {
  @TempDir Path work = Path.of("");

  @Test
  void readsReportsFromWhatAToolPrints() throws IOException {
    // A line of another file is one of the tool's own wrappers.
    Verdict verdict = run("echo 'race: x.c:3 of w.c:9 and x.c:5'; echo 'race: :8 and x.c:8'", 10);
    assertThat(verdict.races())
        .containsExactly(
            List.of(new SourceLine("x.c", 3), new SourceLine("x.c", 5)),
            List.of(new SourceLine("x.c", 8)));
  }

  @Test
  void aToolThatHangsIsStopped() throws IOException {
    assertThat(run("sleep 60", 1).ending()).isEqualTo(Verdict.Ending.TIMEOUT);
  }

  @Test
  void aCaseThatDoesNotCompileIsAFailure() throws IOException {
    Adapter adapter =
        new Adapter("t", List.of(), List.of("false"), List.of("true"), List.of(), "r", "p");
    assertThat(new CommandTool(adapter, 10).examine(given(), work).ending())
        .isEqualTo(Verdict.Ending.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"must", "parcoach-dynamic", "parcoach-static"})
  void anAdapterHasItsNameAndACommand(String name) throws IOException {
    Adapter adapter = Adapter.named(name);
    assertThat(adapter.name()).isEqualTo(name);
    assertThat(adapter.run()).isNotEmpty();
    assertThat(new CommandTool(adapter, 1).name()).isEqualTo(name);
  }

  private Verdict run(String script, long seconds) throws IOException {
    Adapter adapter =
        new Adapter(
            "t",
            List.of(),
            List.of(),
            List.of("sh", "-c", script),
            List.of(),
            "race[^\\n]*",
            "(?<file>\\w+\\.c)?:(?<line>\\d+)");
    return new CommandTool(adapter, seconds).examine(given(), work);
  }

  private Case given() throws IOException {
    Path source = Files.writeString(work.resolve("x.c"), "int main(void) { return 0; }\n");
    return new Case("x.c", "sync", List.of(source), List.of(), 2);
  }
}
