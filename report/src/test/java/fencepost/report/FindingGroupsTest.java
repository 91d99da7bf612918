package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Races of one cause are explained once. */
class FindingGroupsTest {
  private static Finding finding(int line, int other, String object) {
    return new Finding(
        Rule.TARGET_ACCESS,
        new Finding.Location(1, object, 0, 4),
        List.of(access("MPI_Put", line), access("load", other)),
        "because of line " + line,
        "order them",
        3,
        List.of(0, 1));
  }

  private static Finding.Access access(String operation, int line) {
    SourcePlace place = new SourcePlace("halo.c", line, "main");
    return new Finding.Access(0, 0, operation, "write", List.of(place));
  }

  private static final List<Finding> FINDINGS =
      List.of(
          finding(10, 20, "window"),
          finding(10, 21, "window"),
          finding(10, 20, "another window"),
          finding(11, 21, "window"),
          finding(30, 40, "window"));

  @Test
  void racesInTheSameMemoryAreOneGroupIfTheyShareLines() {
    assertThat(FindingGroups.of(FINDINGS)).containsExactly(0, 0, 2, 0, 4);
  }

  @Test
  void aLineCanJoinTwoGroupsLater() {
    assertThat(
            FindingGroups.of(
                List.of(
                    finding(10, 20, "window"),
                    finding(11, 21, "window"),
                    finding(10, 21, "window"))))
        .containsExactly(0, 0, 0);
  }

  @Test
  void theTextExplainsOneRaceOfAGroupAndListsTheOthers() {
    RunReport report = new RunReport("mpi", "halo", 2, true, FINDINGS, 0, List.of(), Map.of());
    String text = TextReport.of(report, TextReport.Style.PLAIN);
    assertThat(text)
        .containsSubsequence(
            "RACE 1: the owner", "RACE 2:", "RACE 4:", "RACE 3: the owner", "RACE 5: the")
        .contains("RACE 2: MPI_Put at halo.c:10 and load at halo.c:21, seen 3 times")
        .contains("RACE 4: MPI_Put at halo.c:11")
        .contains("5 races found (in 3 groups)")
        .doesNotContain("because of line 11");
  }
}
