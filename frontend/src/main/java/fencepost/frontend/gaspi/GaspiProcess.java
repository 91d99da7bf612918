package fencepost.frontend.gaspi;

import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Threads;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One process, and what it has under way. */
final class GaspiProcess implements FrontEnd.Process {
  final Rank rank;

  /** The strand that makes the call at hand. */
  Strand strand;

  private final GaspiFrontEnd frontEnd;
  private final Map<Long, Set<Integer>> growing = new HashMap<>();
  private final Map<Long, Group> groups = new HashMap<>();
  private final Map<Long, Attempt> attempts = new HashMap<>();
  private final Map<Long, Queue> queues = new HashMap<>();

  private final Threads<Inside> threads = new Threads<>(Inside::new);

  /** The call that the thread is in whose record is at hand. */
  Inside inside = new Inside();

  /** The atomic operation that a thread is in. */
  static final class Inside {
    GaspiAtomicRules.@Nullable Operand atomic;
  }

  /** A collective that the process has entered and not left, and the buffers that it uses. */
  record Attempt(Collective.Participation participation, PendingEffects buffers) {}

  GaspiProcess(GaspiFrontEnd frontEnd, Rank rank, Group everyone) {
    this.frontEnd = frontEnd;
    this.rank = rank;
    this.strand = rank.strand();
    groups.put(Group.ALL, everyone);
  }

  @Override
  public boolean call(ApiTable.Call call, RecordCursor record) {
    inside = threads.of(record);
    strand = rank.strand();
    return frontEnd.apply(this, call, record);
  }

  /** A collective that was given up, or an atomic operation that was not done. */
  @Override
  public void failed(ApiTable.Call call, RecordCursor record) {
    inside = threads.of(record);
    strand = rank.strand();
    if (inside.atomic != null) {
      inside.atomic.withdraw();
      inside.atomic = null;
    } else if (call.has("group")) {
      Attempt attempt = attempts.remove(record.slot(call.slot("group")));
      if (attempt != null) {
        attempt.buffers.completeOnly(frontEnd.execution(), strand);
      }
    }
  }

  // ---- groups ----

  /** The members of a group that is not committed yet. */
  Set<Integer> growing(long handle) {
    return growing.computeIfAbsent(handle, key -> new TreeSet<>());
  }

  void define(long handle, Group group) {
    growing.remove(handle);
    groups.put(handle, group);
  }

  void deleteGroup(long handle) {
    growing.remove(handle);
    groups.remove(handle);
  }

  Group group(long handle) {
    Group group = groups.get(handle);
    return ErroneousCallException.require(group, "it names a group that was never committed");
  }

  void enters(long group, Attempt attempt) {
    attempts.put(group, attempt);
  }

  /** The collective of the group that the process is in. */
  Attempt attempt(long group) {
    Attempt attempt = attempts.get(group);
    return ErroneousCallException.require(attempt, "it was never entered");
  }

  void leaves(long group) {
    attempts.remove(group);
  }

  // ---- queues ----

  Queue queue(long number) {
    return queues.computeIfAbsent(number, key -> new Queue());
  }

  /** Whatever the queue held is under way for ever: nothing will complete it. */
  void purge(long number) {
    queues.remove(number);
  }
}
