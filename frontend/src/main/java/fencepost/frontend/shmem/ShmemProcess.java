package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Threads;
import fencepost.frontend.shmem.SymmetricMemory.Piece;
import fencepost.model.AccessKind;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process: its memory, its handles, and the calls it is in. */
final class ShmemProcess implements FrontEnd.Process {
  final Rank rank;

  /** The strand that makes the call at hand. */
  Strand strand;

  final ShmemConstants constants;
  final SymmetricMemory memory;
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;
  private final Map<Long, Team> teams = new HashMap<>();
  private final Map<Long, Context> contexts = new HashMap<>();

  private final Threads<Inside> threads = new Threads<>(Inside::new);

  /** The call that the thread is in whose record is at hand. */
  Inside inside = new Inside();

  /** The collective, the atomic operation or the wait that a thread is in. */
  static final class Inside {
    Gathering.@Nullable Part gathering;
    ShmemAtomicRules.@Nullable Fetch fetch;
    Waiting.@Nullable Wait wait;
  }

  ShmemProcess(ShmemFrontEnd frontEnd, Rank rank, ShmemConstants constants) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.rank = rank;
    this.strand = rank.strand();
    this.constants = constants;
    this.memory = new SymmetricMemory(constants.globalsFrom, constants.globalsTo);
    teams.put(constants.sharedTeam, frontEnd.shared());
    teams.put(constants.worldTeam, frontEnd.world());
    contexts.put(
        constants.defaultContext, new Context(frontEnd.world(), constants.worldTeam, true));
  }

  @Override
  public boolean call(ApiTable.Call call, RecordCursor record) {
    inside = threads.of(record);
    strand = rank.strand();
    return frontEnd.apply(this, call, record);
  }

  @Override
  public void failed(ApiTable.Call call, RecordCursor record) {
    threads.of(record).gathering = null;
  }

  // ---- handles ----

  /** The team of a handle; null if it is none, as of processes that do not belong to it. */
  @Nullable Team team(long handle) {
    return teams.get(handle);
  }

  void define(long handle, Team team) {
    teams.put(handle, team);
  }

  void forgetTeam(long handle) {
    teams.remove(handle);
  }

  Context context(long handle) {
    Context context = contexts.get(handle);
    return context == null ? defaultContext() : context;
  }

  Context defaultContext() {
    return Objects.requireNonNull(contexts.get(constants.defaultContext));
  }

  /** The context of a call, which may name one. */
  Context contextOf(RecordCursor record, int slot) {
    return slot < 0 ? defaultContext() : context(record.slot(slot));
  }

  void define(long handle, Context context) {
    contexts.put(handle, context);
  }

  void forgetContext(long handle) {
    contexts.remove(handle);
  }

  List<Long> contextsOf(long team) {
    return contexts.entrySet().stream()
        .filter(entry -> entry.getValue().teamHandle == team)
        .map(Map.Entry::getKey)
        .toList();
  }

  // ---- memory ----

  /** Memory at a target, by its address there. */
  record Place(int rank, long address) {}

  /**
   * Where the counterpart of an address is.
   *
   * @return null if that is not known yet: the target has not returned from the allocation
   */
  @Nullable Place locate(long address, int target) {
    Piece here = memory.at(address);
    if (here == null) {
      return new Place(target, 0); // constants of the program can be read, too: nobody writes them
    }
    Piece there = frontEnd.counterpart(here, target);
    return there == null ? null : new Place(target, there.base() + (address - here.base()));
  }

  /** The process's own memory is used by a call. */
  void use(Operation operation, AccessKind kind, Region buffer, Consumer<Effect> effects) {
    use(operation, kind, buffer, null, effects);
  }

  /**
   * The same for effects of which many are completed together.
   *
   * @param together what they share; null if they are completed one by one
   */
  void use(
      Operation operation,
      AccessKind kind,
      Region buffer,
      @Nullable Completions together,
      Consumer<Effect> effects) {
    if (!buffer.isEmpty()) {
      rank.memory()
          .locate(
              buffer,
              (owner, there) -> {
                effects.accept(
                    execution.effect(operation, kind, owner, there, null, null, null, together));
                if (kind.writes()) {
                  frontEnd.program().cells().written(owner, there);
                }
              });
    }
  }

  /** The same for a call that is done with it when it returns. */
  void use(Operation operation, AccessKind kind, Region buffer) {
    use(operation, kind, buffer, effect -> execution.complete(strand, effect));
  }
}
