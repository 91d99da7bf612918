package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Program;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules;
import fencepost.frontend.shmem.SymmetricMemory.Piece;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The calls of OpenSHMEM and who knows what they mean. */
public final class ShmemFrontEnd implements FrontEnd {
  private final Program program;
  private final Rules<ShmemProcess> rules = new Rules<>(Model.SHMEM.table());
  private final Map<Integer, ShmemProcess> processes = new HashMap<>();
  private final Map<List<Integer>, Team> activeSets = new HashMap<>();
  private @Nullable Team world;
  private @Nullable Team shared;

  public ShmemFrontEnd(Program program) {
    this.program = program;
    new Allocation(this).addRules();
    new Teams(this).addRules();
    new Contexts(this).addRules();
    new ShmemAccessRules(this).addRules();
    new ShmemAtomicRules(this).addRules();
    new Waiting(this).addRules();
    new ShmemCollectiveRules(this).addRules();
    new Locks(this).addRules();
    rules.requireAll();
  }

  @Override
  public ApiTable table() {
    return rules.table();
  }

  @Override
  public Process start(Rank rank, int ranks, RecordCursor record) {
    if (world == null) {
      List<Integer> everyone = IntStream.range(0, ranks).boxed().toList();
      world = new Team(everyone, "world");
      shared = new Team(everyone, "shared");
    }
    ShmemProcess process = new ShmemProcess(this, rank, new ShmemConstants(table(), record));
    processes.put(rank.number, process);
    return process;
  }

  // ---- for the rules ----

  void rule(String word, Rules.RuleMaker<ShmemProcess> maker) {
    rules.add(word, maker);
  }

  boolean apply(ShmemProcess process, ApiTable.Call call, RecordCursor record) {
    return rules.apply(process, call, record);
  }

  Program program() {
    return program;
  }

  Execution execution() {
    return program.execution();
  }

  Team world() {
    return Objects.requireNonNull(world);
  }

  Team shared() {
    return Objects.requireNonNull(shared);
  }

  /** The processes {@code start}, {@code start + 2^logStride}, ... */
  Team activeSet(int start, int logStride, int size) {
    return activeSets.computeIfAbsent(
        List.of(start, logStride, size), key -> world().strided(start, 1 << logStride, size));
  }

  /** The counterpart of a piece at another process; null if that one has not got it yet. */
  @Nullable Piece counterpart(Piece piece, int rank) {
    ShmemProcess process = processes.get(rank);
    return process == null ? null : process.memory.counterpart(piece);
  }
}
