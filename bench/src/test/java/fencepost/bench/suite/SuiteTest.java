package fencepost.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.suite.oracle.Oracle.Race;
import fencepost.trace.Model;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the authors of the scenarios say, against the definition of a race. */
class SuiteTest {

  static Stream<Scenario> scenarios() {
    return Stream.of(Model.values()).flatMap(model -> Suite.of(model).scenarios().stream());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void labelsAgreeWithTheOracle(Scenario scenario) {
    List<Race> races = scenario.oracle().races();
    if (scenario.racy()) {
      assertThat(races).as(scenario.fileName()).isNotEmpty();
      Statement one = scenario.pair().get(0);
      Statement other = scenario.pair().get(1);
      assertThat(races).as(scenario.fileName()).allMatch(race -> race.isBetween(one, other));
      assertThat(races)
          .as(scenario.fileName())
          .anyMatch(race -> race.isRemote() == scenario.remote());
    } else {
      assertThat(races).as(scenario.fileName()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void namesAreUniqueAndFilesAreStable(Model model) {
    Set<String> names = new HashSet<>();
    Suite.of(model)
        .scenarios()
        .forEach(
            scenario ->
                assertThat(names.add(scenario.fileName())).as(scenario.fileName()).isTrue());
    assertThat(Suite.of(model).files()).isEqualTo(Suite.of(model).files());
  }
}
