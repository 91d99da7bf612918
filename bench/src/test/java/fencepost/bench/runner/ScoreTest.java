package fencepost.bench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreTest {
  private static final SourceLine PUT = new SourceLine("a.c", 4);
  private static final SourceLine LOAD = new SourceLine("a.c", 7);
  private static final SourceLine OTHER = new SourceLine("a.c", 9);
  private static final Case RACY =
      new Case("a.c", "sync", List.of(Path.of("a.c")), List.of(PUT, LOAD), 2);
  private static final Case CLEAN = new Case("b.c", "sync", List.of(Path.of("b.c")), List.of(), 2);

  @Test
  void aTruePositiveNeedsBothLines() {
    assertThat(outcome(RACY, List.of(LOAD, PUT))).isEqualTo(Outcome.TP);
    assertThat(outcome(RACY, List.of(PUT, OTHER))).isEqualTo(Outcome.FN);
    assertThat(Outcome.of(RACY, Verdict.finished(List.of()))).isEqualTo(Outcome.FN);
    assertThat(outcome(CLEAN, List.of(PUT, OTHER))).isEqualTo(Outcome.FP);
    assertThat(Outcome.of(CLEAN, Verdict.finished(List.of()))).isEqualTo(Outcome.TN);
    assertThat(Outcome.of(CLEAN, Verdict.timeout())).isEqualTo(Outcome.TIMEOUT);
  }

  @Test
  void aLineThatRacesWithItselfIsAPair() {
    Case twice = new Case("a.c", "sync", List.of(Path.of("a.c")), List.of(PUT, PUT), 2);
    assertThat(outcome(twice, List.of(PUT, PUT))).isEqualTo(Outcome.TP);
    assertThat(outcome(twice, List.of(PUT, LOAD))).isEqualTo(Outcome.FN);
  }

  @Test
  void aTableShowsTheFiguresOfTwoToolsSideBySide(@TempDir Path directory) throws IOException {
    Results one = results("one", new Verdict(Verdict.Ending.FINISHED, List.of(), ""));
    Results two = results("two", Verdict.finished(List.of(List.of(PUT, LOAD))));
    one.write(directory.resolve("r.json"));
    String table =
        TableFormat.CSV.of(new ScoreTable(Results.read(directory.resolve("r.json")), two));
    assertThat(table.lines())
        .contains("sync,0,0,1,1,0,0,0,-,0.00,0.50,0.00,1,1,0,0,0,0,0,0.50,1.00,0.50,0.67");
    assertThat(TableFormat.MARKDOWN.of(new ScoreTable(one, two)))
        .contains("| a.c")
        .contains("| FN")
        .contains("| TP");
  }

  private static Results results(String tool, Verdict verdict) {
    return new Results(
        tool, "", 1, List.of(Result.of(RACY, verdict, 1), Result.of(CLEAN, verdict, 1)));
  }

  private static Outcome outcome(Case given, List<SourceLine> race) {
    return Outcome.of(given, Verdict.finished(List.of(race)));
  }
}
