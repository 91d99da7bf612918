package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Races that were predicted are seen in a run that is steered. */
class ReplayTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /**
   * With a word on its command line, the ranks take their turns by a file, which nobody sees: rank
   * 0 has the lock first, so its put comes before the load of rank 1, and the race is hidden.
   */
  private static final String MPI =
      """
      #include <fcntl.h>
      #include <mpi.h>
      #include <unistd.h>
      int main(int argc, char **argv) {
        int rank, value = 1, one = 1, *base, *count, seen = 0;
        MPI_Win data, lock;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &data);
        MPI_Win_allocate(sizeof *count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &lock);
        MPI_Win_lock_all(0, data);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
          MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);
          MPI_Win_flush(1, data);
          MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, lock);
          MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, lock);
          MPI_Win_unlock(0, lock);
          if (argc > 1) close(open(argv[1], O_CREAT | O_RDWR, 0600));
        } else {
          while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
          MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, lock);
          MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, lock);
          MPI_Win_unlock(0, lock);
          seen = *base;
        }
        MPI_Win_unlock_all(data);
        MPI_Win_free(&lock);
        MPI_Win_free(&data);
        MPI_Finalize();
        return seen > 1;
      }
      """;

  private static final String SHMEM =
      """
      #include <fcntl.h>
      #include <shmem.h>
      #include <unistd.h>
      static long lock;
      static int place;
      int main(int argc, char **argv) {
        shmem_init();
        int seen = 0;
        shmem_barrier_all();
        if (shmem_my_pe() == 0) {
          shmem_int_p(&place, 1, 1);
          shmem_set_lock(&lock);
          shmem_clear_lock(&lock);
          if (argc > 1) close(open(argv[1], O_CREAT | O_RDWR, 0600));
        } else {
          while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
          shmem_set_lock(&lock);
          shmem_clear_lock(&lock);
          seen = place;
        }
        shmem_barrier_all();
        shmem_finalize();
        return seen > 1;
      }
      """;

  /** Rank 0 sends first, and rank 1 does not ask from whom its message is. */
  private static final String MESSAGES =
      """
      #include <fcntl.h>
      #include <mpi.h>
      #include <unistd.h>
      int main(int argc, char **argv) {
        int rank, value = 1, token = 0, *base, seen = 0;
        MPI_Win data;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &data);
        MPI_Win_lock_all(0, data);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
          MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);
          MPI_Win_flush(1, data);
          MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        } else if (rank == 1) {
          MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          if (argc > 1) close(open(argv[1], O_CREAT | O_RDWR, 0600));
          seen = *base;
          MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
          while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
          MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        }
        MPI_Win_unlock_all(data);
        MPI_Win_free(&data);
        MPI_Finalize();
        return seen > 1;
      }
      """;

  /** Rank 0 counts first, and rank 1 does not ask who has. */
  private static final String COUNTER =
      withAtomics(
          """
          if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);
            MPI_Win_flush(1, data);
            MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, data);
            MPI_Win_flush(1, data);
          } else if (rank == 1) {
            do {
              MPI_Fetch_and_op(NULL, &old, MPI_INT, 1, 1, MPI_NO_OP, data);
              MPI_Win_flush(1, data);
            } while (old == 0);
            if (argc > 1) close(open(argv[1], O_CREAT | O_RDWR, 0600));
            seen = *base;
          } else {
            while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
            MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, data);
            MPI_Win_flush(1, data);
          }
          """);

  /** Rank 0 has the lock first, which is a number that is 1 while somebody has it. */
  private static final String LOCK_OF_ATOMICS =
      withAtomics(
          """
          if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);
            MPI_Win_flush(1, data);
          } else {
            while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
          }
          do {
            MPI_Compare_and_swap(&one, &none, &old, MPI_INT, 1, 1, data);
            MPI_Win_flush(1, data);
          } while (old != 0);
          MPI_Accumulate(&none, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, data);
          MPI_Win_flush(1, data);
          if (argc > 1 && rank == 0) close(open(argv[1], O_CREAT | O_RDWR, 0600));
          if (rank == 1) seen = *base;
          """);

  /** A window of two numbers at each rank: data, and what is updated atomically. */
  private static String withAtomics(String ranks) {
    return """
    #include <fcntl.h>
    #include <mpi.h>
    #include <unistd.h>
    int main(int argc, char **argv) {
      int rank, value = 1, one = 1, none = 0, old = 0, *base, seen = 0;
      MPI_Win data;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &data);
      base[0] = base[1] = 0;
      MPI_Win_lock_all(0, data);
      MPI_Barrier(MPI_COMM_WORLD);
    """
        + ranks
        + """
      MPI_Win_unlock_all(data);
      MPI_Win_free(&data);
      MPI_Finalize();
      return seen > 1 || none != 0;
    }
    """;
  }

  @TempDir private Path directory;
  private Path program = Path.of(".");
  private Path turn = Path.of(".");
  private Path predicted = Path.of(".");
  private Path confirmed = Path.of(".");

  @BeforeEach
  void place() {
    program = directory.resolve("program.c");
    turn = directory.resolve("turn");
    predicted = directory.resolve("predicted.json");
    confirmed = directory.resolve("confirmed.json");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aPredictedRaceIsConfirmed(String source, String ranks) throws IOException {
    predict(source, ranks);
    Said said = replay(ranks);
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.RACES);
    assertThat(said.errors()).contains("seen once, as predicted");
    assertThat(Files.readString(confirmed)).contains("\"certainty\" : \"confirmed\"");
  }

  private static Stream<Arguments> programs() {
    return Stream.of(Arguments.of(MPI, "2"), Arguments.of(SHMEM, "2"), Arguments.of(MESSAGES, "3"));
  }

  /** The other order cannot be: a file tells rank 1 when it may go on. */
  @Test
  void whatCannotBeSteeredIsNotConfirmed() throws IOException {
    predict(MPI, "2");
    Files.delete(turn);
    Said said = replay("2", turn.toString());
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(said.errors()).contains("was not confirmed");
  }

  /** The receiver asks from whom its message is, and acts on it. */
  private static String askingForTheSender(String further) {
    return MESSAGES
        .replaceFirst("MPI_STATUS_IGNORE", "&status")
        .replaceFirst("MPI_Win data;", "MPI_Win data; MPI_Status status;")
        .replaceFirst("seen = \\*base;", further);
  }

  /** In the second run the file is there, so that nobody waits for it. */
  @ParameterizedTest
  @MethodSource("programsThatAreTold")
  void whatAProgramWasToldIsTriedAndNotPredicted(String source) throws IOException {
    Files.writeString(program, source);
    String json = "--json=" + confirmed;
    Said said = Said.by("run", "-n", "3", "--predict", json, program.toString(), turn.toString());
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.RACES);
    assertThat(said.errors()).contains("seen once, as predicted", "goes on before rank 0");
    assertThat(Files.readString(confirmed)).contains("\"certainty\" : \"confirmed\"");
  }

  private static Stream<String> programsThatAreTold() {
    return Stream.of(askingForTheSender("seen = *base;"), COUNTER, LOCK_OF_ATOMICS);
  }

  @Test
  void withoutFurtherRunsTheReportSaysWhatWasNotTried() throws IOException {
    Files.writeString(program, askingForTheSender("seen = *base;"));
    Path trace = directory.resolve("trace");
    Said said =
        Said.by(
            "run",
            "-n",
            "3",
            "--predict",
            "--candidates=0",
            "--record=" + trace,
            program.toString(),
            turn.toString());
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(said.errors()).contains("told of 1 order that may be luck; none was tried");
    Said analysed = Said.by("analyze", "--predict", trace.toString());
    assertThat(analysed.exit()).as(analysed.errors()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(analysed.errors()).contains("'fencepost run --predict' tries");
  }

  /** It looks only if its message is from rank 0: no run has a race. */
  @Test
  void aReceiverThatActsOnTheSenderIsClean() throws IOException {
    Files.writeString(program, askingForTheSender("seen = status.MPI_SOURCE == 0 ? *base : 0;"));
    Said said = Said.by("run", "-n", "3", "--predict", program.toString(), turn.toString());
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.NOTHING_FOUND);
    assertThat(said.errors()).contains("told of 1 order that may be luck; it was tried");
  }

  /** Who would come too early for the other one is late in 49 of 50 runs. */
  private static String late(String source) {
    return source
        .replaceFirst("#include <unistd.h>", "#include <time.h>\n#include <unistd.h>")
        .replaceFirst("int rank|int seen", "struct timespec now; $0")
        .replaceFirst(
            "while \\(argc > 1 && access\\(argv\\[1], F_OK\\) != 0\\) usleep\\(1000\\);",
            "{ clock_gettime(CLOCK_REALTIME, &now);"
                + " if (now.tv_nsec / 1000 % 50 != 0) usleep(200000); }");
  }

  /**
   * What a program is told is tried by the same command, which confirms it; so it needs no replay.
   */
  @ParameterizedTest
  @MethodSource("programsOfLuck")
  void aRaceOfOneRunInFiftyIsFoundInEach(String source, String ranks) throws IOException {
    assumeTrue(FULL, "only with all tests");
    Files.writeString(program, late(source));
    String json = "--json=" + predicted;
    int seen = 0;
    for (int run = 0; run < 50; run++) {
      seen += Said.by("run", "-n", ranks, program.toString()).exit() == ExitCode.RACES ? 1 : 0;
    }
    assertThat(seen).as("of 50 runs that do not predict").isLessThan(10);
    for (int run = 0; run < 20; run++) {
      Said said = Said.by("run", "-n", ranks, "--predict", json, program.toString());
      assertThat(said.exit()).as(said.text() + said.errors()).isEqualTo(ExitCode.RACES);
      if (Files.readString(predicted).contains("\"certainty\" : \"predicted\"")) {
        Said steered = replay(ranks);
        assertThat(steered.errors()).contains("seen once, as predicted");
      }
    }
  }

  private static Stream<Arguments> programsOfLuck() {
    return Stream.concat(programs(), programsThatAreTold().map(told -> Arguments.of(told, "3")));
  }

  private void predict(String source, String ranks) throws IOException {
    Files.writeString(program, source);
    String json = "--json=" + predicted;
    Said said = Said.by("run", "-n", ranks, "--predict", json, program.toString(), turn.toString());
    assertThat(said.exit()).as(said.errors()).isEqualTo(ExitCode.RACES);
    assertThat(Files.readString(predicted)).contains("\"certainty\" : \"predicted\"");
  }

  private Said replay(String ranks, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of("run", "-n", ranks, "--replay=" + predicted, "--json=" + confirmed));
    words.add(program.toString());
    words.addAll(List.of(arguments));
    return Said.by(words.toArray(String[]::new));
  }
}
