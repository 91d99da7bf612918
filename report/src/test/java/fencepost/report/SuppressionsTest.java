package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.report.Finding.Access;
import fencepost.report.Finding.Location;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which findings a rule leaves out. */
class SuppressionsTest {
  private static final Finding POLLING =
      finding("variable flag", access("src/poll.c", "poll_flag"), access("src/main.c", "main"));
  private static final Finding VENDOR =
      finding("buffer of MPI_Put", access("/opt/vendor/a.c", "a"), access("/opt/vendor/b.c", "b"));

  private static Access access(String file, String function) {
    return new Access(0, 0, "load", "read", List.of(new SourcePlace(file, 3, function)));
  }

  private static Finding finding(String object, Access... accesses) {
    Location location = new Location(0, object, 0, 4);
    return new Finding(Rule.TARGET_ACCESS, location, List.of(accesses), "", "", 1, List.of(0, 1));
  }

  private static List<Finding> kept(String... rules) {
    return Suppressions.parse(List.of(rules)).keep(List.of(POLLING, VENDOR));
  }

  @Test
  void aRuleMatchesEitherSideOrBothAsItSays() {
    assertThat(kept("either function=poll_*")).containsExactly(VENDOR);
    assertThat(kept("both function=poll_*")).containsExactly(POLLING, VENDOR);
    assertThat(kept("both file=*/vendor/*")).containsExactly(POLLING);
  }

  @Test
  void allPatternsOfALineMustHold() {
    assertThat(kept("either variable=flag file=main.c")).containsExactly(VENDOR);
    assertThat(kept("either variable=flag file=other.c")).containsExactly(POLLING, VENDOR);
  }

  @Test
  void aPatternIsNoRegularExpression() {
    assertThat(kept("either file=mainXc")).containsExactly(POLLING, VENDOR);
    assertThat(kept("either file=main?c")).containsExactly(VENDOR);
  }

  @Test
  void rulesThatMatchNothingAreTold() {
    Suppressions suppressions =
        Suppressions.parse(List.of("# known", "either function=poll_* # ours", "both file=x.c"));
    assertThat(suppressions.keep(List.of(POLLING, VENDOR))).containsExactly(VENDOR);
    assertThat(suppressions.unused()).containsExactly("both file=x.c");
    assertThat(suppressions.used()).isOne();
  }

  @Test
  void aLineThatIsNoRuleIsQuoted() {
    assertThatThrownBy(() -> kept("neither file=x.c")).hasMessageContaining("neither file=x.c");
    assertThatThrownBy(() -> kept("either fille=x.c")).hasMessageContaining("fille=x.c");
  }

  @Test
  void aRuleCanNameALineAndTheKindOfRace() {
    assertThat(kept("either line=3 file=poll.c")).containsExactly(VENDOR);
    assertThat(kept("either line=4")).containsExactly(POLLING, VENDOR);
    assertThat(kept("both rule=target-access")).isEmpty();
    assertThat(kept("both rule=buffer-in-use")).containsExactly(POLLING, VENDOR);
  }

  @Test
  void aPairMatchesTheTwoSidesInAnyOrder() {
    assertThat(kept("pair file=poll.c and function=main")).containsExactly(VENDOR);
    assertThat(kept("pair function=main and file=poll.c")).containsExactly(VENDOR);
    assertThat(kept("pair file=poll.c and file=poll.c")).containsExactly(POLLING, VENDOR);
    assertThatThrownBy(() -> kept("pair file=poll.c")).hasMessageContaining("'and'");
  }

  @Test
  void aRuleThatIsWrittenForAFindingMatchesItAndNoOther() {
    String rule =
        Suppressions.rule(
            POLLING.rule().id(),
            POLLING.accesses().get(0).place(),
            POLLING.accesses().get(1).place());
    assertThat(kept(rule)).containsExactly(VENDOR);
  }
}
