package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Finding.Certainty;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What several runs of one program have found is one report. */
class RunReportTest {
  private static Finding finding(String operation, int line, Certainty certainty) {
    SourcePlace place = new SourcePlace("halo.c", line, "main");
    Finding.Access access = new Finding.Access(0, 0, operation, "write", List.of(place));
    return new Finding(
            Rule.TARGET_ACCESS,
            new Finding.Location(1, "window", 0, 4),
            List.of(access, access),
            "nothing orders them",
            "order them",
            1,
            List.of(0, 1))
        .with(certainty);
  }

  private static RunReport report(boolean complete, Finding... findings) {
    return new RunReport(
        "mpi", "halo", 2, complete, List.of(findings), 0, List.of("a note"), Map.of());
  }

  @Test
  void theFindingsOfTwoRunsAreInTheOrderOfTheirLines() {
    RunReport both =
        report(true, finding("MPI_Put", 20, Certainty.OBSERVED))
            .and(report(true, finding("MPI_Get", 10, Certainty.OBSERVED)));
    assertThat(both.findings())
        .extracting(finding -> finding.accesses().get(0).place().line())
        .containsExactly(10, 20);
    assertThat(both.notes()).containsExactly("a note");
  }

  @Test
  void whatOneRunHasSeenIsNoLongerAPrediction() {
    RunReport predicted = report(true, finding("MPI_Put", 20, Certainty.PREDICTED));
    RunReport seen = report(true, finding("MPI_Put", 20, Certainty.OBSERVED));
    for (RunReport both : List.of(predicted.and(seen), seen.and(predicted))) {
      assertThat(both.findings())
          .extracting(Finding::certainty)
          .containsExactly(Certainty.OBSERVED);
    }
  }

  @Test
  void oneIncompleteRunMakesTheReportIncomplete() {
    assertThat(report(true).and(report(false)).complete()).isFalse();
  }

  @Test
  void aPredictedRaceIsNotSaidToBeSeen() {
    String text =
        TextReport.of(
            report(true, finding("MPI_Put", 20, Certainty.PREDICTED)), TextReport.Style.PLAIN);
    assertThat(text).contains("not seen in this run, but another run").doesNotContain("seen once");
  }
}
