package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.engine.Script.Move;
import fencepost.engine.Script.Verb;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** The detector against the definition, on random small executions. */
class DetectorPropertyTest {

  @Property(tries = 30_000, edgeCases = EdgeCasesMode.NONE)
  @StatisticsReport(onFailureOnly = true)
  void theDetectorFindsTheRacesOfTheDefinitionAndNoOthers(
      @ForAll("scripts") Script script, @ForAll long order) {
    Scenario scenario = script.scenario();
    Oracle oracle = scenario.oracle();
    assertThat(scenario.detected(order)).isEqualTo(oracle.races());

    manyHave("races", !oracle.races().isEmpty());
    manyHave("ordered conflicts", oracle.orderedConflicts() > 0);
  }

  @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
  void theRacesOfThreadsAreThoseOfTheDefinition(
      @ForAll("scripts") Script script, @ForAll long order) {
    Scenario scenario = script.scenario().withThreads();
    assertThat(scenario.detected(order)).isEqualTo(scenario.oracle().races());
  }

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void forgettingLosesNoRaceOfThreads(@ForAll("scripts") Script script, @ForAll long order) {
    Scenario scenario = script.scenario().withThreads();
    assertThat(scenario.detected(order, UnderPressure::new)).isEqualTo(scenario.oracle().races());
  }

  private static void manyHave(String what, boolean has) {
    Statistics.label(what).collect(has);
    Statistics.label(what).coverage(c -> c.check(true).percentage(p -> p > 30 && p < 90));
  }

  @Property(tries = 1_500, edgeCases = EdgeCasesMode.NONE)
  void forgettingLosesNoRace(@ForAll("scripts") Script script, @ForAll long order) {
    Scenario scenario = script.scenario();
    Oracle oracle = scenario.oracle();
    assertThat(scenario.detected(order, UnderPressure::new)).isEqualTo(oracle.races());
  }

  @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
  void anotherThreadFindsTheSame(
      @ForAll("scripts") Script script,
      @ForAll long order,
      @ForAll @IntRange(min = 1, max = 20) int batch) {
    anotherThreadFindsTheRaces(script.scenario(), order, batch, execution -> execution);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anotherThreadForgetsNoRace(
      @ForAll("scripts") Script script,
      @ForAll long order,
      @ForAll @IntRange(min = 1, max = 100) int batch) {
    anotherThreadFindsTheRaces(script.scenario(), order, batch, UnderPressure::new);
  }

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void partsElsewhereSayTheSame(
      @ForAll("scripts") Script script,
      @ForAll long order,
      @ForAll @IntRange(min = 1, max = 3) int parts,
      @ForAll @IntRange(min = 1, max = 20) int length) {
    Scenario scenario = script.scenario();
    assertThat(scenario.describedElsewhere(order, parts, length, execution -> execution))
        .isEqualTo(scenario.described(order, execution -> execution));
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void partsElsewhereForgetTheSame(
      @ForAll("scripts") Script script,
      @ForAll long order,
      @ForAll @IntRange(min = 100, max = 3000) int length) {
    Scenario scenario = script.scenario().withThreads();
    assertThat(scenario.describedElsewhere(order, 2, length, UnderPressure::new))
        .isEqualTo(scenario.described(order, UnderPressure::new));
  }

  private static void anotherThreadFindsTheRaces(
      Scenario scenario, long order, int batch, UnaryOperator<Execution> around) {
    Oracle oracle = scenario.oracle();
    assertThat(scenario.detectedInParallel(order, batch, around)).isEqualTo(oracle.races());
  }

  @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
  void theVerdictDoesNotDependOnTheOrderOfTelling(
      @ForAll("scripts") Script script, @ForAll long order, @ForAll long otherOrder) {
    Scenario scenario = script.scenario();
    assertThat(scenario.detected(order)).isEqualTo(scenario.detected(otherOrder));
  }

  @Provide
  Arbitrary<Script> scripts() {
    Arbitrary<Integer> ranks = Arbitraries.integers().between(2, 3);
    Arbitrary<List<Integer>> helpers = Arbitraries.integers().between(0, 2).list().ofMaxSize(2);
    Arbitrary<Integer> iterations = Arbitraries.integers().between(2, 5);
    Arbitrary<Script> straight =
        Combinators.combine(ranks, helpers, moves(verbs(), Script.CELLS.size(), 42))
            .as((r, h, moves) -> new Script(r, h, 1, moves));
    Arbitrary<Script> loop =
        Combinators.combine(ranks, helpers, iterations, moves(verbs(), Script.CELLS.size(), 12))
            .as(Script::new);
    Arbitrary<Script> tightLoop =
        Combinators.combine(ranks, helpers, iterations, moves(fewVerbs(), 1, 8)).as(Script::new);
    return Arbitraries.oneOf(straight, loop, tightLoop);
  }

  private static Arbitrary<List<Move>> moves(Arbitrary<Verb> verbs, int cells, int most) {
    Arbitrary<Move> move =
        Combinators.combine(
                verbs,
                Arbitraries.integers().between(0, 4),
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, cells - 1),
                Arbitraries.integers().between(0, 7),
                Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)))
            .as(Move::new);
    return move.list()
        .ofMinSize(1)
        .ofMaxSize(most)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  /** What a loop repeats that has little to do and does it again and again. */
  private static Arbitrary<Verb> fewVerbs() {
    return Arbitraries.of(
        Verb.LOAD, Verb.STORE, Verb.PUT, Verb.FLUSH, Verb.SEND, Verb.RECEIVE, Verb.BARRIER);
  }

  private static Arbitrary<Verb> verbs() {
    return Arbitraries.frequency(
        Tuple.of(4, Verb.LOAD),
        Tuple.of(4, Verb.STORE),
        Tuple.of(5, Verb.PUT),
        Tuple.of(4, Verb.GET),
        Tuple.of(4, Verb.ACCUMULATE),
        Tuple.of(3, Verb.FETCH),
        Tuple.of(2, Verb.ATOMIC_GET),
        Tuple.of(5, Verb.FLUSH),
        Tuple.of(3, Verb.FLUSH_LOCAL),
        Tuple.of(3, Verb.WAIT),
        Tuple.of(3, Verb.FENCE),
        Tuple.of(4, Verb.BARRIER),
        Tuple.of(5, Verb.SEND),
        Tuple.of(6, Verb.RECEIVE),
        Tuple.of(4, Verb.POST),
        Tuple.of(4, Verb.START),
        Tuple.of(4, Verb.COMPLETE),
        Tuple.of(4, Verb.WAIT_EPOCH),
        Tuple.of(6, Verb.LOCK),
        Tuple.of(5, Verb.UNLOCK));
  }
}
