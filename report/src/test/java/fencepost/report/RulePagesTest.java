package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule has a page for everybody: each model, each language, wrong and right. */
class RulePagesTest {
  @ParameterizedTest
  @EnumSource(Rule.class)
  void aPageShowsWrongAndRightCode(Rule rule) {
    assertThat(rule.help()).startsWith("# " + rule.id() + "\n").contains("**Fix.**");
    for (String language : List.of("c", "fortran")) {
      assertThat(rule.help()).containsPattern("(?s)```" + language + "\n.*wrong.*right.*```");
    }
    if (rule != Rule.THREADS) {
      assertThat(rule.help()).contains("## Fortran", "## OpenSHMEM", "## GASPI", "## Threads");
    }
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void aPageNamesTheSectionsThatReportsName(Rule rule) {
    for (String call : List.of("MPI_Put", "MPI_Isend", "shmem_put", "gaspi_write")) {
      boolean exists = rule != Rule.SHARED_MEMORY || !call.startsWith("gaspi"); // no pointers there
      for (String part : Standards.section(finding(rule, call)).split("; ")) {
        String title = part.substring(part.lastIndexOf(", ") + 2);
        assertThat(!exists || rule.help().contains(title)).as(part).isTrue();
      }
    }
  }

  private static Finding finding(Rule rule, String call) {
    Finding.Access access = new Finding.Access(0, 0, call, "write", List.of(SourcePlace.UNKNOWN));
    return new Finding(
        rule,
        new Finding.Location(0, "window", 0, 4),
        List.of(access, access),
        "",
        "",
        1,
        List.of(0));
  }
}
