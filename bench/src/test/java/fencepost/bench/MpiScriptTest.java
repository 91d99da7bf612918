package fencepost.bench;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.frontend.Analysis;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up traces of two ranks, written to files, read back and analysed. */
class MpiScriptTest {
  private static final long WINDOW = 0x10000;
  private static final long BUFFER = 0x20000;

  @TempDir private Path directory;

  @BeforeEach
  void createTrace() throws IOException {
    RecordedTrace.create(directory, "test");
  }

  /** Tells a rank; both have a window of 64 doubles. */
  private void rank(int rank, Consumer<MpiScript> statements) throws IOException {
    try (MpiScript script = MpiScript.start(directory, rank, 2)) {
      script.createWindow(1, WINDOW, 512);
      statements.accept(script);
      script.at(90).freeWindow(99);
      script.end();
    }
  }

  /** Whichever of the two was told first: their names in order. */
  private List<String> races() throws IOException {
    List<String> races = new ArrayList<>();
    Analysis analysis =
        new Analysis(
            (a, b, details) ->
                races.add(
                    Stream.of(a.name(), b.name()).sorted().collect(Collectors.joining(" - "))));
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      trace.strands().forEach(analysis::add);
      assertThat(analysis.end()).isEqualTo(Analysis.Ending.COMPLETE);
      assertThat(analysis.ranks()).isEqualTo(2);
      assertThat(analysis.unproven()).isZero();
    }
    return races;
  }

  @Test
  void aLoadBeforeTheFenceRacesWithThePut() throws IOException {
    rank(0, script -> script.fence(2).put(3, BUFFER, 8, 1, 0).fence(4));
    rank(1, script -> script.fence(2).load(5, Run.of(WINDOW + 8, 8)).fence(4));
    assertThat(races()).containsExactly("MPI_Put - load");
  }

  @Test
  void aLoadBehindTheFenceIsOrdered() throws IOException {
    rank(0, script -> script.fence(2).put(3, BUFFER, 8, 1, 0).fence(4));
    rank(1, script -> script.fence(2).fence(4).load(5, Run.of(WINDOW + 8, 8)));
    assertThat(races()).isEmpty();
  }

  @Test
  void aLoopBesideThePutDoesNotMeetIt() throws IOException {
    rank(0, script -> script.fence(2).put(3, BUFFER, 1, 1, 8).fence(4));
    rank(1, script -> script.fence(2).load(5, Run.of(WINDOW, 8).times(32, 16)).fence(4));
    assertThat(races()).isEmpty();
  }

  @Test
  void theBufferMayBeRewrittenOnlyAfterTheFlush() throws IOException {
    Run buffer = Run.of(BUFFER, 8).times(8, 8);
    rank(
        0,
        script ->
            script
                .lockAll(2)
                .put(3, BUFFER, 8, 1, 0)
                .store(4, buffer)
                .flushAll(5, true)
                .store(6, buffer)
                .unlockAll(7));
    rank(1, script -> {});
    assertThat(races()).containsExactly("MPI_Put - store");
  }

  /** Each of the two holds its locks and sees a value: neither waits for the other. */
  @Test
  void locksAndValuesThatCrossAreToldInTheOrderOfTheirTimes() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      int self = rank;
      rank(
          rank,
          script ->
              script
                  .lockAll(2)
                  .increment(3, BUFFER, BUFFER + 64, 0, 1)
                  .flushAll(4, self == 0 ? 30 : 20, 1, 1 - self)
                  .at(40)
                  .unlockAll(5));
    }
    assertThat(races()).isEmpty();
  }

  @Test
  void aMessageOrdersOnlyWhatWasFlushedBeforeIt() throws IOException {
    rank(
        0,
        script ->
            script
                .lockAll(2)
                .put(3, BUFFER, 8, 1, 0)
                .flushAll(4, true)
                .put(5, BUFFER, 8, 1, 64)
                .send(6, BUFFER + 64, 1, 0)
                .unlockAll(7));
    rank(
        1,
        script ->
            script
                .at(50)
                .receive(2, BUFFER, 0, 0)
                .load(3, Run.of(WINDOW, 8))
                .load(4, Run.of(WINDOW + 64, 8)));
    assertThat(races()).hasSize(1);
  }
}
