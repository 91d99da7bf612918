package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.engine.Race;
import fencepost.frontend.program.Rank;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.trace.Sites;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of a race: why nothing orders the two, and what would. */
class ExplainerTest {
  private static final Operation.Completion BY_FLUSH =
      new Operation.Completion("MPI_Win_flush_local", "MPI_Win_flush");

  private static final Operation.Completion SEEN =
      new Operation.Completion("MPI_Win_complete", "MPI_Win_wait", true);

  private final Sites sites = new Sites();
  private final Explainer explainer = new Explainer(sites, new Symbolizer());

  private int site(int offset) {
    return sites.number("", offset);
  }

  private Effect call(String name, AccessKind kind, int rank, int owner) {
    Operation operation = new Operation(name, site(rank), rank, rank, 1, BY_FLUSH, null);
    return effect(kind, rank, owner, operation);
  }

  private Effect store(int rank) {
    return effect(AccessKind.STORE, rank, rank, null);
  }

  private Effect effect(AccessKind kind, int rank, int owner, @Nullable Operation operation) {
    return new Effect(
        kind, owner, Region.of(0, 4), rank, 1, rank, operation, site(10 + rank), null, null);
  }

  private static Race race(Effect earlier, Effect later, Point... completions) {
    Stream.of(completions).forEach(earlier::completeAt);
    return new Race(earlier, later, 0, null, false);
  }

  private String why(Race race) {
    return explainer.why(race, Rule.of(race.earlier(), race.later()));
  }

  private String fix(Race race) {
    return explainer.fix(race, Rule.of(race.earlier(), race.later())).text();
  }

  @Test
  void theReasonForABufferInUseIsThatNoCallCompletedIt() {
    Race race = race(call("MPI_Put", AccessKind.BUFFER_READ, 0, 0), store(0));
    assertThat(why(race)).contains("MPI_Put of rank 0", "still in flight", "no call has completed");
    assertThat(fix(race)).startsWith("Complete MPI_Put (MPI_Win_flush_local) before");
  }

  @Test
  void theReasonForABufferReleasedTooLateNamesTheLateCall() {
    Race race =
        race(
            call("MPI_Put", AccessKind.BUFFER_READ, 0, 0),
            store(0),
            new Point(0, 5, "MPI_Win_unlock", site(5)));
    assertThat(why(race)).contains("completed only by MPI_Win_unlock (").doesNotContain("orders");
  }

  @Test
  void theReasonForABufferReleasedByAnotherThreadIsTheMissingOrder() {
    Race race =
        race(
            call("MPI_Put", AccessKind.BUFFER_READ, 0, 0),
            store(0),
            new Point(7, 5, "MPI_Win_unlock", site(5)));
    assertThat(why(race)).contains("completed only by MPI_Win_unlock (", "nothing orders");
    assertThat(fix(race)).startsWith("Synchronise the threads between MPI_Win_unlock (");
  }

  @Test
  void theFixNamesNoCompletionThatMayComeAfterTheAccess() {
    Race race =
        race(
            call("MPI_Put", AccessKind.BUFFER_READ, 0, 0),
            store(0),
            new Point(7, 5, "MPI_Win_flush", site(5), 3)); // it has joined who stores, perhaps
    assertThat(fix(race))
        .startsWith(
            "Complete MPI_Put (MPI_Win_flush_local), then synchronise the threads between MPI_Put");
  }

  @Test
  void theReasonForABufferThatEndsSaysHowItEnds() {
    Effect put = call("MPI_Put", AccessKind.BUFFER_READ, 0, 0);
    assertThat(why(race(put, call("return", AccessKind.STORE, 0, 0))))
        .startsWith("The buffer goes out of scope");
    assertThat(why(race(put, call("free", AccessKind.STORE, 0, 0))))
        .startsWith("The buffer is freed");
  }

  @Test
  void theFixForACompletedOperationIsASynchronisation() {
    Race race =
        race(
            call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1),
            store(1),
            new Point(0, 5, "MPI_Win_flush", site(5)));
    assertThat(why(race)).contains("was completed by MPI_Win_flush", "nothing told rank 1");
    assertThat(fix(race)).startsWith("Add a synchronisation from rank 0 to rank 1");
  }

  @Test
  void theFixForWhatOnlyAnotherThreadToldIsAnOrderOfThreads() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    put.completeAt(new Point(0, 5, "MPI_Win_flush", site(5)));
    Point region = new Point(0, 1, "omp parallel", site(1));
    Point relay = new Point(7, 9, "MPI_Barrier", site(9));
    List<Race.Surroundings> around =
        List.of(
            new Race.Surroundings(1, List.of(region), List.of(relay)),
            new Race.Surroundings(1, List.of()));
    Race race = new Race(put, store(1), 0, null, false, false, around);
    assertThat(why(race)).contains("MPI_Barrier (", "in another thread or task");
    assertThat(fix(race))
        .startsWith("Synchronise the threads of rank 0 between MPI_Win_flush (")
        .contains("MPI_Barrier (", "tells rank 1", "#pragma omp barrier");
    Race known = new Race(put, store(1), 0, null, true, false, around);
    assertThat(fix(known)).as("that thread knew of it").startsWith("Add a synchronisation");
  }

  @Test
  void theFixForWhatOnlyAnotherThreadHeardIsAnOrderOfThreads() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    put.completeAt(new Point(0, 5, "MPI_Win_flush", site(5)));
    Point here = new Point(0, 6, "MPI_Barrier", site(6), 0, 7);
    Point heard = new Point(8, 3, "MPI_Barrier", site(6), 0, 7);
    List<Race.Surroundings> around =
        List.of(
            new Race.Surroundings(1, List.of(here)),
            new Race.Surroundings(1, List.of(), List.of(heard)));
    Race race = new Race(put, store(1), 0, null, false, false, around);
    assertThat(fix(race))
        .startsWith("Synchronise the threads of rank 1 between MPI_Barrier (")
        .contains("hears of rank 0", "join the thread");
  }

  @Test
  void anOperationOfATaskMayBeCompletedBehindIt() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    Point end = new Point(0, 5, "omp task", sites.number("", -1));
    List<Race.Surroundings> around =
        List.of(
            new Race.Surroundings(1, List.of(new Point(0, 1, "omp task", site(1)))),
            new Race.Surroundings(1, List.of()));
    Race race = new Race(put, store(1), 0, end, true, false, around);
    assertThat(why(race))
        .endsWith(
            "The end of a thread or task tells others what was done, but completes no MPI_Put.");
    assertThat(fix(race))
        .startsWith(
            "Complete MPI_Put (MPI_Win_flush) before the end of that thread or task, or behind it")
        .contains("taskwait");
  }

  @Test
  void theFixForTwoOriginsMayBeAnExclusiveLock() {
    Race race =
        race(
            call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 2),
            call("MPI_Put", AccessKind.REMOTE_WRITE, 1, 2),
            new Point(0, 5, "MPI_Win_flush", site(5)));
    assertThat(fix(race)).contains("after MPI_Win_flush", "; or use ", "exclusive");
  }

  @Test
  void theFixForALateCompletionIsToCompleteBeforeTheSynchronisation() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    put.completeAt(new Point(0, 9, "MPI_Win_unlock", site(9)));
    Race race = new Race(put, store(1), 0, new Point(0, 5, "MPI_Barrier", site(5)), false);
    assertThat(why(race)).contains("completed by MPI_Win_unlock", "only what came before MPI_Ba");
    assertThat(fix(race)).startsWith("Complete MPI_Put (MPI_Win_flush) before MPI_Barrier (");
  }

  @Test
  void theFixForAnOperationNeverCompletedIsACompletionAndASynchronisation() {
    Race race = race(call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1), store(1));
    assertThat(why(race)).contains("nothing had completed it when");
    assertThat(fix(race)).startsWith("Complete MPI_Put (MPI_Win_flush), then add");
  }

  /** Which of two was seen first is an accident if neither knew of the other. */
  @Test
  void aRaceThatIsTurnedRoundStillNamesTheCommonCall() {
    Point here = new Point(0, 1, "MPI_Barrier", site(5), 0, 7);
    Point there = new Point(1, 1, "MPI_Barrier", site(5), 0, 7);
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    List<Race.Surroundings> around =
        List.of(new Race.Surroundings(1, List.of(here)), new Race.Surroundings(1, List.of(there)));
    Race race = new Race(put, store(1), 0, here, false, false, around);
    assertThat(race.turned().earlier()).isSameAs(race.later());
    assertThat(race.turned().lastKnown()).isEqualTo(there);
    assertThat(race.turned().turned()).isEqualTo(race);
    assertThat(why(race)).contains("The last call that both ranks made together before that is");
  }

  @Test
  void aRaceWithTheNextIterationSaysSo() {
    Explainer withLines = new Explainer(sites, new OffsetsAsLines());
    Effect store = store(3); // below the put
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 1, 3);
    assertThat(withLines.fix(new Race(store, put, 0, null, true), Rule.TARGET_ACCESS).text())
        .contains("before loop.c:11 of the next iteration, after loop.c:13")
        .contains("instead: Complete MPI_Put");
    assertThat(withLines.fix(new Race(store, put, 0, null, false), Rule.TARGET_ACCESS).text())
        .contains("before loop.c:11, after loop.c:13");
    assertThat(withLines.fix(new Race(put, store, 0, null, true), Rule.TARGET_ACCESS).text())
        .doesNotContain("iteration");
  }

  @Test
  void aCallThatIsCompleteOnReturnNeedsNoOtherCompletion() {
    Operation reduce =
        new Operation("shmem_long_sum_reduce", site(1), 0, 0, 1, Rank.ON_RETURN, null);
    Race race = race(effect(AccessKind.REMOTE_WRITE, 0, 1, reduce), store(1));
    assertThat(fix(race))
        .startsWith("Add a synchronisation from rank 0 to rank 1")
        .contains("after the return of shmem_long_sum_reduce")
        .doesNotContain("Complete");
  }

  @Test
  void aPromiseOfTheSameOperationIsNotBlamedOnDatatypes() {
    AtomicType type = new AtomicType("int4", 4);
    Race race = race(accumulate(0, type.with("MPI_SUM")), accumulate(1, type.with("MPI_MAX")));
    assertThat(why(race)).contains("accumulate_ops").doesNotContain("datatype");
    assertThat(fix(race)).startsWith("Use the same operation");
    Race other = race(accumulate(0, type), accumulate(1, new AtomicType("float4", 4)));
    assertThat(why(other)).contains("datatype").doesNotContain("accumulate_ops");
  }

  private Effect accumulate(int rank, AtomicType type) {
    Operation operation =
        new Operation("MPI_Accumulate", site(rank), rank, rank, 1, BY_FLUSH, null);
    Region region = Region.of(0, 4);
    return new Effect(
        AccessKind.ATOMIC_UPDATE, 2, region, rank, 1, rank, operation, site(rank), type, null);
  }

  /** A file in which the code at an offset is at the line of that number. */
  /** A barrier returns only when the other process has come to it, behind its access. */
  @Test
  void noOrderBeginsBehindACallThatWaitsForTheOtherAccess() {
    Race race =
        race(
            call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1),
            store(1),
            new Point(0, 9, "MPI_Barrier", site(9)));
    assertThat(why(race)).contains("was completed by MPI_Barrier (");
    assertThat(fix(race))
        .startsWith("Complete MPI_Put (MPI_Win_flush), then add a synchronisation from rank 0")
        .doesNotContain("after MPI_Barrier");
  }

  /** The flush came when its process had heard of what others did after the put. */
  @Test
  void noOrderBeginsBehindACompletionThatMayKnowTheOtherAccess() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    Point early = new Point(0, 9, "MPI_Win_flush", site(9), put.issued());
    Point late = new Point(0, 9, "MPI_Win_flush", site(9), put.issued() + 2);
    assertThat(fix(race(put, store(1), early))).contains(", after MPI_Win_flush (");
    Effect again = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    assertThat(fix(race(again, store(1), late))).doesNotContain(", after MPI_Win_flush (");
  }

  @Test
  void aWaitThatComesTooLateIsToBeMovedUp() {
    Operation operation = new Operation("MPI_Put", site(0), 0, 0, 1, SEEN, null);
    Effect put = effect(AccessKind.REMOTE_WRITE, 0, 1, operation);
    Race race = race(put, store(1));
    put.completeAt(new Point(1, 9, "MPI_Win_wait", site(9)));
    assertThat(fix(race)).startsWith("Move MPI_Win_wait (").contains(") up, before ");
    assertThat(why(race)).contains("complete for rank 1 only at MPI_Win_wait", "comes after");
    Race otherWay = new Race(race.later(), race.earlier(), 0, null, false);
    assertThat(fix(otherWay)).as("whichever was seen first").isEqualTo(fix(race));
    assertThat(why(otherWay)).isEqualTo(why(race));
  }

  @Test
  void theDataOfAPutWithASignalIsThereWhenItsSignalIs() {
    Effect put = call("shmem_double_put_signal", AccessKind.REMOTE_WRITE, 0, 1);
    Race race = new Race(put, store(1), 0, new Point(0, 5, "shmem_int_put_signal", site(5)), false);
    assertThat(why(race)).endsWith("the data of shmem_int_put_signal covers no other data.");
    assertThat(fix(race)).startsWith("Wait for the signal of shmem_double_put_signal of rank 0");
  }

  @Test
  void aBarrierIsSaidNotToComplete() {
    Effect put = call("MPI_Put", AccessKind.REMOTE_WRITE, 0, 1);
    Race race = new Race(put, store(1), 0, new Point(0, 5, "MPI_Barrier", site(5)), false);
    assertThat(why(race))
        .endsWith("MPI_Barrier tells others what was done, but completes no MPI_Put.");
    assertThat(fix(race)).startsWith("Complete MPI_Put (MPI_Win_flush) before MPI_Barrier");
  }

  private static final class OffsetsAsLines implements SourceMap {
    @Override
    public void resolve(Collection<Sites.Site> wanted) {}

    @Override
    public List<SourcePlace> stack(Sites.Site site) {
      return List.of(new SourcePlace("loop.c", (int) site.offset(), "main"));
    }

    @Override
    public @Nullable Variable variable(String module, long offset) {
      return null;
    }
  }
}
