package fencepost.frontend.shmem;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.model.Effect;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One collective call of a team. A member's memory may be written as soon as a member that
 * contributes to it has entered; it is complete when its owner returns.
 */
final class Gathering {
  private final Collective collective;
  private final Int2ObjectOpenHashMap<List<Effect>> arriving = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<ShmemCollectiveRules.Contribution> contributions =
      new Int2ObjectOpenHashMap<>();

  Gathering(int members) {
    collective = new Collective(members);
  }

  /** One member's part, while it is inside. */
  record Part(Gathering gathering, int member, Collective.Participation participation) {}

  Signal entry(Execution execution, Strand strand) {
    return collective.entry(execution, strand);
  }

  /** The member enters; all effects of its own must have been told. */
  Part enter(int member, Signal signal, Flow flow, int root) {
    return new Part(this, member, collective.enter(member, signal, flow, root, List.of()));
  }

  boolean isComplete() {
    return collective.everyoneEntered();
  }

  /** An effect on the memory of a member, complete when that member returns. */
  void arrives(int member, Effect effect) {
    arriving.computeIfAbsent(member, key -> new ArrayList<>()).add(effect);
  }

  void contribute(int member, ShmemCollectiveRules.Contribution contribution) {
    contributions.put(member, contribution);
  }

  /** What the member gives; null if it has not entered. */
  ShmemCollectiveRules.@Nullable Contribution contribution(int member) {
    return contributions.get(member);
  }

  // ---- barriers ----

  /** The process enters a barrier, which completes the default context (OpenSHMEM 1.5, 9.11.1). */
  static void barrier(ShmemFrontEnd frontEnd, ShmemProcess process, Team team) {
    process.defaultContext().complete(process.strand, frontEnd.execution());
    sync(frontEnd, process, team);
  }

  /** The process enters a collective in which everyone waits for everyone. */
  static void sync(ShmemFrontEnd frontEnd, ShmemProcess process, Team team) {
    int self = team.member(process.rank.number);
    Gathering gathering = team.nextGathering(self);
    Signal entry = gathering.entry(frontEnd.execution(), process.strand);
    process.inside.gathering = gathering.enter(self, entry, Flow.ALL_TO_ALL, 0);
  }

  /** The process returns; false while it must wait for others to enter. */
  static boolean leave(ShmemFrontEnd frontEnd, ShmemProcess process, RecordCursor record) {
    Part part = process.inside.gathering;
    if (part == null) {
      return true;
    }
    if (!part.participation.mayEnd(process.rank)) {
      return false;
    }
    Execution execution = frontEnd.execution();
    frontEnd.program().awaitIfAny(process.strand, part.participation.known());
    part.gathering
        .arriving
        .getOrDefault(part.member, List.of())
        .forEach(effect -> execution.complete(process.strand, effect));
    process.inside.gathering = null;
    process.defaultContext().completedAt(process.rank.ended(record));
    return true;
  }
}
