package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Suppressions;
import fencepost.trace.RecordCursor;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Fast mode leaves out no access to memory that others can access: random C++ programs are built by
 * clang in fast mode and by gcc in universal mode, and of every exposed object both record the same
 * loaded and stored bytes, between the same calls if there are no threads. {@code
 * -Dfencepost.counts=N} tries N programs, {@code -Dfencepost.seed=S} begins with another one.
 */
@Execution(ExecutionMode.CONCURRENT)
class FastCountsTest {
  private static final int PROGRAMS = Integer.getInteger("fencepost.counts", 4);
  private static final long FIRST = Long.getLong("fencepost.seed", 1);
  private static final int STORE = 1;
  private static final int ATOMIC_LOAD = 5;
  private static final int ATOMIC_STORE = 6;

  /** An object that the program has exposed. */
  private record Exposed(String name, long from, long to) {}

  @TestFactory
  Stream<DynamicTest> bothModesRecordTheSameBytesOfExposedObjects() {
    return LongStream.range(FIRST, FIRST + PROGRAMS)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> compare(seed)));
  }

  private static void compare(long seed) throws IOException {
    boolean threads = seed % 2 == 0;
    String optimised = seed % 3 == 0 ? "-O0" : seed % 3 == 1 ? "-O2" : "-O3";
    Path work = Files.createTempDirectory("fencepost-counts-");
    try {
      String text = new RandomCxx(seed, threads).text();
      Path source = Files.writeString(work.resolve("random.cpp"), text);
      Map<String, BitSet> fast =
          touched(TestToolchain.FAST_MPICH, source, threads, optimised, work.resolve("fast"));
      Map<String, BitSet> universal =
          touched(TestToolchain.GCC_MPICH, source, threads, "-O0", work.resolve("universal"));
      assertThat(fast).as("seed %d, %s\n%s", seed, optimised, text).isEqualTo(universal);
    } finally {
      NativeLibrary.delete(work);
    }
  }

  private static Map<String, BitSet> touched(
      TestToolchain toolchain, Path source, boolean threads, String optimised, Path program)
      throws IOException {
    List<String> arguments = new ArrayList<>(toolchain.options());
    arguments.addAll(
        List.of("-w", "-std=c++17", optimised, "-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX"));
    arguments.addAll(List.of("-pthread", "-o", program.toString(), source.toString()));
    if (threads) {
      arguments.add("-fopenmp");
    }
    Toolchain compiler = toolchain.of(Toolchain.Language.CXX);
    assertThat(new CompilerCommand(compiler, ModelChoice.in(arguments), arguments).run()).isZero();
    Path output = program.resolveSibling(program.getFileName() + ".output");
    Path trace = program.resolveSibling(program.getFileName() + ".trace");
    List<String> command = new ArrayList<>(toolchain.launcher(1, program));
    command.add(program.toString());
    MonitoredRun.Result result =
        new MonitoredRun("program", command)
            .timeoutAfter(120)
            .recordTo(trace)
            .outputTo(ProcessBuilder.Redirect.to(output.toFile()))
            .run(Suppressions.parse(List.of()));
    assertThat(result.programExit()).as(Files.readString(output)).isZero();
    return touched(trace, objects(Files.readAllLines(output)), threads);
  }

  private static List<Exposed> objects(List<String> lines) {
    return lines.stream()
        .map(line -> line.split(" "))
        .filter(words -> words[0].equals("object"))
        .map(
            words -> {
              long from = Long.parseUnsignedLong(words[2]);
              return new Exposed(words[1], from, from + 8 * Long.parseLong(words[3]));
            })
        .toList();
  }

  /**
   * The bytes of each object, by what was done to them and after which call. A load behind a store
   * to the same place is no load for a compiler, so that stores are looked at, and accesses of any
   * kind.
   */
  private static Map<String, BitSet> touched(Path directory, List<Exposed> objects, boolean threads)
      throws IOException {
    Map<String, BitSet> bytes = new TreeMap<>();
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      for (RecordCursor record : trace.strands()) {
        int calls = 0;
        for (; record.hasRecord(); record.advance()) {
          int kind = record.flags();
          if (record.type() == RecordCursor.CALL && !threads) {
            calls++;
          } else if (record.type() == RecordCursor.ACCESS
              && (kind <= STORE || kind >= ATOMIC_LOAD)) {
            boolean store = kind == STORE || kind == ATOMIC_STORE;
            add(record, objects, store, "after call " + calls, bytes);
          }
        }
      }
    }
    return bytes;
  }

  private static void add(
      RecordCursor record,
      List<Exposed> objects,
      boolean store,
      String when,
      Map<String, BitSet> bytes) {
    long count = record.slots() > 3 ? record.slot(3) : 1;
    long stride = record.slots() > 3 ? record.slot(4) : 0;
    long rows = record.slots() > 5 ? record.slot(5) : 1;
    long pitch = record.slots() > 5 ? record.slot(6) : 0;
    for (long i = 0; i < count * rows; i++) {
      long at = record.slot(1) + i % count * stride + i / count * pitch;
      for (Exposed object : objects) {
        long from = Math.max(at, object.from);
        long to = Math.min(at + record.slot(2), object.to);
        for (String use : store ? List.of("stored", "touched") : List.of("touched")) {
          if (from < to) {
            bytes
                .computeIfAbsent(object.name + " " + use + " " + when, key -> new BitSet())
                .set((int) (from - object.from), (int) (to - object.from));
          }
        }
      }
    }
  }
}
