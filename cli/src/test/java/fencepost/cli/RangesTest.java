package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Suppressions;
import fencepost.trace.RecordCursor;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is recorded before a loop nest is what the nest touches of watched memory: random nests,
 * several of them at one place between two calls, compared byte by byte. So are single accesses in
 * no order.
 */
class RangesTest {
  private static final int ROUNDS = Integer.getInteger("fencepost.ranges", 2000);
  private static final int MEMORY = 1 << 16;
  private static final int[][] WATCHED = {{10_000, 31_000}, {40_000, 40_100}};

  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      void fp_fast_store_range(void *at, uintptr_t size, uintptr_t count, intptr_t stride,
                               uintptr_t rows, intptr_t pitch, uintptr_t site);
      void fp_fast_store_nest(void *at, uintptr_t size, uintptr_t count, intptr_t stride,
                              uintptr_t rows, intptr_t pitch, uintptr_t planes, intptr_t height,
                              uintptr_t bodies, intptr_t distance, uintptr_t site);
      int fp_fast_reaches(void *at, uintptr_t size, uintptr_t count, intptr_t stride,
                          uintptr_t rows, intptr_t pitch, uintptr_t planes, intptr_t height,
                          uintptr_t bodies, intptr_t distance);
      static char memory[1 << 16] __attribute__((aligned(4096)));
      static long any(long from, long to) { return from + rand() % (to - from + 1); }
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        MPI_Win first, second;
        MPI_Win_create(memory + 10000, 21000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
        MPI_Win_create(memory + 40000, 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
        printf("%lu\\n", (unsigned long)memory);
        long rounds = atol(argv[1]);
        for (long round = 0; round < rounds; round++) {
          long size = any(1, 8), count = any(0, 12), rows = any(0, 12);
          long stride = any(-2, 8) * any(1, 16), pitch = any(-2, 3) * any(1, 900);
          long deep = any(0, 1), planes = deep ? any(0, 4) : 1, height = any(-2, 3) * any(1, 900);
          long bodies = deep ? any(0, 3) : 1, distance = any(-2, 3) * any(1, 900);
          if (any(0, 1)) pitch = count * stride;
          if (any(0, 3) == 0) height = rows * pitch;
          long at = any(24000, 41000);
          for (long times = any(1, 5); times > 0; times--, at += any(-1, 1) * pitch) {
            if (deep)
              fp_fast_store_nest(memory + at, size, count, stride, rows, pitch, planes, height, bodies, distance, 8);
            else
              fp_fast_store_range(memory + at, size, count, stride, rows, pitch, 8);
            int reaches = fp_fast_reaches(memory + at, size, count + 1, stride, rows + 1, pitch,
                                          planes + 1, height, bodies + 1, distance);
            printf("%ld %ld %ld %d %ld %ld %ld %ld %ld %ld %ld %ld\\n", round, at, size, reaches,
                   count, stride, rows, pitch, planes, height, bodies, distance);
          }
          MPI_Barrier(MPI_COMM_SELF);
        }
        for (int bits = 20; bits < 64; bits++) /* around the address space, and further */
          for (intptr_t stride = -16; stride <= 16; stride += 8)
            if (stride != 0 && !fp_fast_reaches(memory + 20000, 8, (uintptr_t)1 << bits, stride, 1, 0, 1, 0, 1, 0)) return 1;
        MPI_Win_free(&first);
        MPI_Win_free(&second);
        MPI_Finalize();
      }
      """;

  /** So many places that not all of them have room until the next call. */
  private static final String IN_NO_ORDER =
      """
      #include <mpi.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      void fp_fast_load(void *at, uintptr_t size, uintptr_t site);
      void fp_fast_store(void *at, uintptr_t size, uintptr_t site);
      static char memory[1 << 16] __attribute__((aligned(4096)));
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        MPI_Win win;
        MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        printf("%lu\\n", (unsigned long)memory);
        for (long round = 1; round <= atol(argv[1]); round++) {
          int sites = round % 2 == 0 ? 3 : 4000;
          for (int i = 0; i < 30000; i++) {
            long site = 1 + rand() % sites, size = 1 << site % 5;
            long at = rand() % (sizeof memory / size - 1) * size + (rand() % 1000 == 0);
            int store = site % 16 == 0 || rand() % 2;
            (store ? fp_fast_store : fp_fast_load)(memory + at, size, 8 * site);
            printf("%ld %ld %ld %ld %d\\n", round, site, at, size, store);
          }
          MPI_Barrier(MPI_COMM_SELF);
        }
        MPI_Win_free(&win);
        MPI_Finalize();
      }
      """;

  /** Loops over lists, of arrays that begin before, in, and behind watched memory. */
  private static final String LISTS =
      """
      #include <mpi.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #define MOST 600
      static char memory[1 << 16] __attribute__((aligned(4096)));
      static int list[MOST], row[MOST + 1];
      static volatile double sink;
      #define LOOPS(size, type)                                                                  \\
        static __attribute__((noinline)) type load##size(type *x, int rows) {                    \\
          type sum = 0;                                                                          \\
          for (int i = 0; i < rows; i++)                                                         \\
            for (int k = row[i]; k < row[i + 1]; k++) sum += x[list[k]];                         \\
          return sum;                                                                            \\
        }                                                                                        \\
        static __attribute__((noinline)) type store##size(type *x, int count) {                  \\
          for (int i = 0; i < count; i++) x[list[i]] = (type)i;                                  \\
          return 0;                                                                              \\
        }
      LOOPS(1, uint8_t) LOOPS(2, uint16_t) LOOPS(4, float) LOOPS(8, double)
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        MPI_Win first, second;
        MPI_Win_create(memory + 10000, 21000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
        MPI_Win_create(memory + 40000, 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
        printf("%lu\\n", (unsigned long)memory);
        for (long round = 1; round <= atol(argv[1]); round++) {
          for (int times = rand() % 3; times >= 0; times--) {
            long size = 1 << rand() % 4, at = rand() % 2000 * 8;
            int count = 50 + rand() % (MOST - 50), rows = 0;
            for (int i = 0; i < count; i++) list[i] = rand() % ((65536 - at) / size);
            for (int next = 0; next < count; next += 1 + rand() % 9) row[rows++] = next;
            row[rows] = count;
            int store = rand() % 2;
            void *x = memory + at;
            if (store)
              sink = size == 1 ? store1(x, count) : size == 2 ? store2(x, count) : size == 4 ? store4(x, count) : store8(x, count);
            else
              sink = size == 1 ? load1(x, rows) : size == 2 ? load2(x, rows) : size == 4 ? load4(x, rows) : load8(x, rows);
            for (int i = 0; i < count; i++) printf("%ld 0 %ld %ld %d\\n", round, at + size * list[i], size, store);
          }
          MPI_Barrier(MPI_COMM_SELF);
        }
        MPI_Win_free(&first);
        MPI_Win_free(&second);
        MPI_Finalize();
      }
      """;

  @TempDir private Path directory;

  @Test
  void accessesInNoOrderAreRecordedOfTheInstructionsThatMadeThem() throws IOException {
    List<String> lines = linesOf(IN_NO_ORDER, 4, TestToolchain.GCC_MPICH);
    assertThat(recordedByRound(lines, true)).isEqualTo(touchedByRound(lines));
  }

  @Test
  void whatLoopsTouchThroughListsIsRecorded() throws IOException {
    List<String> lines = linesOf(LISTS, 60, TestToolchain.FAST_MPICH);
    Map<String, BitSet> recorded = recordedByRound(lines, false);
    Map<String, BitSet> touched = touchedByRound(lines);
    watched(recorded.values());
    watched(touched.values());
    assertThat(recorded.keySet()).isEqualTo(touched.keySet());
    recorded.forEach((key, bytes) -> assertThat(bytes).as(key).isEqualTo(touched.get(key)));
  }

  /** The bytes that were touched in each round, by place in the program and kind of access. */
  private static Map<String, BitSet> touchedByRound(List<String> lines) {
    Map<String, BitSet> touched = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      long[] number = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      BitSet bytes =
          touched.computeIfAbsent(key(number[0], number[1], number[4]), k -> new BitSet());
      set(bytes, number[2], number[3], 1, 0, 1, 0);
    }
    return touched;
  }

  /** What was recorded of it, in fewer records than there were accesses. */
  private Map<String, BitSet> recordedByRound(List<String> lines, boolean byPlace)
      throws IOException {
    Map<String, BitSet> recorded = new TreeMap<>();
    long round = 1;
    int records = 0;
    boolean inRound = false;
    try (RecordedTrace trace = RecordedTrace.open(directory.resolve("trace"))) {
      for (RecordCursor record = trace.strands().get(0); record.hasRecord(); record.advance()) {
        boolean access = record.type() == RecordCursor.ACCESS;
        if (access) {
          long place = byPlace ? (record.slot(0) & 0xffff_ffffL) / 8 : 0;
          BitSet bytes =
              recorded.computeIfAbsent(key(round, place, record.flags()), k -> new BitSet());
          set(bytes, record, record.slot(1) - Long.parseUnsignedLong(lines.get(0)));
          records++;
        } else if (inRound && record.type() == RecordCursor.CALL) {
          round++;
        }
        inRound = access || inRound && record.type() != RecordCursor.CALL;
      }
    }
    assertThat(records).isLessThan(lines.size());
    return recorded;
  }

  private static String key(long round, long site, long kind) {
    return round + " " + site + " " + kind;
  }

  @Test
  void whatIsRecordedBeforeLoopsIsWhatTheyTouchOfWatchedMemory() throws IOException {
    List<String> lines = linesOf(PROGRAM, ROUNDS, TestToolchain.GCC_MPICH);
    long memory = Long.parseUnsignedLong(lines.get(0));
    lines.stream().skip(1).forEach(RangesTest::answersForTheWhole);
    List<BitSet> recorded = watched(recorded(directory.resolve("trace"), memory));
    List<BitSet> touched = watched(touched(lines.subList(1, lines.size())));
    for (int round = 0; round < Math.min(recorded.size(), touched.size()); round++) {
      assertThat(recorded.get(round)).as("round %d", round).isEqualTo(touched.get(round));
    }
    assertThat(recorded).hasSameSizeAs(touched);
  }

  /** What a program prints when it is run and recorded. */
  private List<String> linesOf(String text, int rounds, TestToolchain toolchain)
      throws IOException {
    Path source = Files.writeString(directory.resolve("ranges.c"), text);
    Path program = directory.resolve("ranges");
    // Of MPICH, because Open MPI has no windows for one process.
    List<String> arguments = new ArrayList<>(toolchain.options());
    arguments.addAll(List.of("-g", "-O2", "-o", program.toString(), source.toString()));
    Toolchain compiler = toolchain.of(Toolchain.Language.C);
    assertThat(new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run()).isZero();
    Path output = directory.resolve("output");
    Path trace = directory.resolve("trace");
    List<String> command = new ArrayList<>(toolchain.launcher(1, program));
    command.addAll(List.of(program.toString(), "" + rounds));
    MonitoredRun.Result result =
        new MonitoredRun("program", command)
            .timeoutAfter(120)
            .recordTo(trace)
            .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
            .run(Suppressions.parse(List.of()));
    assertThat(result.programExit()).isZero();
    return Files.readAllLines(output);
  }

  /** What can be touched is asked for from the first byte to the last, gaps included. */
  private static void answersForTheWhole(String line) {
    int[] number = Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray();
    int from = number[1];
    int to = number[1] + number[2];
    for (int i = 4; i < number.length; i += 2) {
      int distance = number[i] * number[i + 1];
      from += Math.min(0, distance);
      to += Math.max(0, distance);
    }
    int first = from;
    int last = to;
    boolean watched = Arrays.stream(WATCHED).anyMatch(piece -> first < piece[1] && last > piece[0]);
    assertThat(number[3]).as(line).isEqualTo(watched ? 1 : 0);
  }

  /** An element that is watched in part is recorded whole. */
  private static <C extends Collection<BitSet>> C watched(C rounds) {
    BitSet watched = new BitSet();
    for (int[] piece : WATCHED) {
      watched.set(piece[0], piece[1]);
    }
    rounds.forEach(bytes -> bytes.and(watched));
    rounds.removeIf(BitSet::isEmpty);
    return rounds;
  }

  /** By round, the bytes that the program says it touches. */
  private static List<BitSet> touched(List<String> lines) {
    List<BitSet> rounds = new ArrayList<>();
    for (String line : lines) {
      long[] number = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      while (rounds.size() <= number[0]) {
        rounds.add(new BitSet());
      }
      BitSet bytes = rounds.get((int) number[0]);
      set(bytes, number[1], number[2], Arrays.copyOfRange(number, 4, number.length));
    }
    return rounds;
  }

  /**
   * @param loops how often, and how far apart, of each loop
   */
  private static void set(BitSet bytes, long at, long size, long... loops) {
    if (loops.length == 0) {
      if (at >= 0 && at + size <= MEMORY) { // nothing else is watched
        bytes.set((int) at, (int) (at + size));
      }
      return;
    }
    long[] inner = Arrays.copyOfRange(loops, 2, loops.length);
    for (int i = 0; i < loops[0]; i++) {
      set(bytes, at + i * loops[1], size, inner);
    }
  }

  private static void set(BitSet bytes, RecordCursor record, long at) {
    boolean isRow = record.slots() > 3;
    boolean isBlock = record.slots() > 5;
    set(
        bytes,
        at,
        record.slot(2),
        isRow ? record.slot(3) : 1,
        isRow ? record.slot(4) : 0,
        isBlock ? record.slot(5) : 1,
        isBlock ? record.slot(6) : 0);
  }

  /** The bytes of the memory between two calls, as far as there are some. */
  private static List<BitSet> recorded(Path directory, long memory) throws IOException {
    List<BitSet> rounds = new ArrayList<>();
    BitSet bytes = new BitSet();
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      for (RecordCursor record = trace.strands().get(0); record.hasRecord(); record.advance()) {
        long at = record.type() == RecordCursor.ACCESS ? record.slot(1) - memory : -1;
        if (at >= 0 && at < MEMORY) {
          set(bytes, record, at);
        } else if (record.type() == RecordCursor.CALL && !bytes.isEmpty()) {
          rounds.add(bytes);
          bytes = new BitSet();
        }
      }
    }
    return rounds;
  }
}
