package fencepost.frontend.shmem;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Grant;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.SymmetricMemory.Piece;
import fencepost.model.AccessKind;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Barriers and collectives (OpenSHMEM 1.5, 9.9), over teams and over active sets. They order their
 * members along their data flow. A member's source is read while it is inside; its destination, and
 * the work arrays of an active set, may be written as soon as a member that contributes has
 * entered: every member must have them ready before any member calls (9.9.4 to 9.9.8).
 *
 * <p>A write that needs the owner's own contribution begins after the owner has entered. Of the
 * collectives only a reduction may have one buffer for both (9.9.8): its destination holds what the
 * owner contributes, and the result cannot exist before.
 */
final class ShmemCollectiveRules {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;

  ShmemCollectiveRules(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("barrier", (slots, meaning) -> rule(new Arguments(slots, Form.BARRIER)));
    frontEnd.rule("sync", (slots, meaning) -> rule(new Arguments(slots, Form.SYNC)));
    frontEnd.rule("broadcast", (slots, meaning) -> rule(new Arguments(slots, Form.BROADCAST)));
    frontEnd.rule("collect", (slots, meaning) -> rule(new Arguments(slots, Form.COLLECT)));
    frontEnd.rule("alltoall", (slots, meaning) -> rule(new Arguments(slots, Form.ALLTOALL)));
    frontEnd.rule("reduce", (slots, meaning) -> rule(new Arguments(slots, Form.REDUCE)));
  }

  private enum Form {
    BARRIER,
    SYNC,
    BROADCAST,
    COLLECT,
    ALLTOALL,
    REDUCE;

    Flow flow() {
      return this == BROADCAST ? Flow.ROOT_TO_ALL : Flow.ALL_TO_ALL;
    }

    boolean movesData() {
      return this != BARRIER && this != SYNC;
    }
  }

  /**
   * What a member brings along.
   *
   * @param entry opened when the member has entered
   * @param source what it contributes, in its own memory; null if nothing
   */
  record Contribution(
      ShmemProcess process,
      Operation operation,
      Form form,
      Grant entry,
      @Nullable Region source,
      long dest,
      long element,
      long count,
      long stride,
      long pSync,
      long syncSize,
      long pWrk,
      boolean toRoot) {}

  /** Where one call has its arguments; -1 where it has none of the kind. */
  private static final class Arguments {
    final Form form;
    final int team;
    final int start;
    final int logStride;
    final int size;
    final int dest;
    final int source;
    final int destStride;
    final int sourceStride;
    final int count;
    final int element;
    final int root;
    final int pSync;
    final int syncSize;
    final int pWrk;

    Arguments(Slots slots, Form form) {
      this.form = form;
      team = slots.find("team");
      start = slots.find("PE_start");
      logStride = slots.find("logPE_stride");
      size = slots.find("PE_size");
      dest = slots.find("dest");
      source = slots.find("source");
      destStride = slots.find("dst");
      sourceStride = slots.find("sst");
      count = slots.find("nelems") >= 0 ? slots.find("nelems") : slots.find("nreduce");
      element = slots.find("element");
      root = slots.find("PE_root");
      pSync = slots.find("pSync");
      syncSize = slots.find("sync");
      pWrk = slots.find("pWrk");
    }
  }

  private @Nullable Team team(ShmemProcess process, RecordCursor record, Arguments arguments) {
    if (arguments.team >= 0) {
      return process.team(record.slot(arguments.team));
    }
    return arguments.start < 0
        ? frontEnd.world()
        : frontEnd.activeSet(
            (int) record.slot(arguments.start),
            (int) record.slot(arguments.logStride),
            (int) record.slot(arguments.size));
  }

  private Rule<ShmemProcess> rule(Arguments arguments) {
    return (process, record, returns) -> {
      if (returns) {
        return Gathering.leave(frontEnd, process, record);
      }
      Team team = team(process, record, arguments);
      if (team == null || team.member(process.rank.number) < 0) {
        return true;
      }
      if (!knownToAll(process, record, arguments, team)) {
        return false; // a member has not returned from the allocation
      }
      if (arguments.form == Form.BARRIER) {
        process.defaultContext().complete(process.strand, execution);
      }
      enter(process, record, arguments, team);
      return true;
    };
  }

  /** Whether all members have the memory that will be written. */
  private boolean knownToAll(
      ShmemProcess process, RecordCursor record, Arguments arguments, Team team) {
    for (int slot : List.of(Math.max(arguments.dest, 0), Math.max(arguments.pSync, 0))) {
      Piece piece = slot == 0 ? null : process.memory.at(record.slot(slot));
      for (int member = 0; piece != null && member < team.size(); member++) {
        if (frontEnd.counterpart(piece, team.world(member)) == null) {
          return false;
        }
      }
    }
    return true;
  }

  private void enter(ShmemProcess process, RecordCursor record, Arguments arguments, Team team) {
    int self = team.member(process.rank.number);
    Gathering gathering = team.nextGathering(self);
    int root = arguments.root < 0 ? 0 : (int) record.slot(arguments.root);
    // The same active set may use the work array of a barrier again at once (9.9.1).
    Object joint = arguments.form.movesData() ? gathering : team;
    Operation operation = execution.issue(process.strand, Rank.ON_RETURN, Delivery.together(joint));
    Region source = source(record, arguments, team, self == root);
    if (source != null) {
      process.use(
          operation,
          AccessKind.BUFFER_READ,
          source,
          effect -> gathering.arrives(self, effect)); // it returns with its owner
    }
    Grant entry = new Grant();
    gathering.contribute(self, contribution(process, record, arguments, operation, entry, source));
    // The signal comes last: it stands for the operation, too.
    Signal entered = gathering.entry(execution, process.strand);
    execution.open(entry, entered);
    process.inside.gathering = gathering.enter(self, entered, arguments.form.flow(), root);
    if (arguments.form == Form.BROADCAST ? self == root : gathering.isComplete()) {
      new Writes(team, gathering).tell(root);
    }
  }

  private static Contribution contribution(
      ShmemProcess process,
      RecordCursor record,
      Arguments arguments,
      Operation operation,
      Grant entry,
      @Nullable Region source) {
    boolean barrier = !arguments.form.movesData();
    return new Contribution(
        process,
        operation,
        arguments.form,
        entry,
        source,
        value(record, arguments.dest),
        value(record, arguments.element),
        value(record, arguments.count),
        arguments.destStride < 0 ? 1 : record.slot(arguments.destStride),
        value(record, arguments.pSync),
        barrier ? process.constants.barrierSyncSize : value(record, arguments.syncSize),
        value(record, arguments.pWrk),
        arguments.team >= 0);
  }

  private static long value(RecordCursor record, int slot) {
    return slot < 0 ? 0 : record.slot(slot);
  }

  /** What the member contributes; null if nothing. */
  private static @Nullable Region source(
      RecordCursor record, Arguments arguments, Team team, boolean isRoot) {
    if (!arguments.form.movesData() || (arguments.form == Form.BROADCAST && !isRoot)) {
      return null;
    }
    long element = record.slot(arguments.element);
    long count = record.slot(arguments.count);
    long stride = arguments.sourceStride < 0 ? 1 : record.slot(arguments.sourceStride);
    long elements = arguments.form == Form.ALLTOALL ? count * team.size() : count;
    return elements <= 0
        ? null
        : Region.strided(record.slot(arguments.source), element, elements, element * stride);
  }

  /** What the members of a collective write to each other. */
  private final class Writes {
    private final Team team;
    private final Gathering gathering;

    Writes(Team team, Gathering gathering) {
      this.team = team;
      this.gathering = gathering;
    }

    void tell(int root) {
      long before = 0;
      for (int from = 0; from < team.size(); from++) {
        Contribution contribution = gathering.contribution(from);
        if (contribution == null) {
          continue; // of a broadcast, only the root must have come
        }
        for (int to = 0; to < team.size(); to++) {
          if (contribution.form != Form.BROADCAST || from == root) {
            write(contribution, from, to, before);
          }
        }
        before += contribution.count;
      }
    }

    private void write(Contribution by, int from, int to, long before) {
      long size = by.element;
      long spread = by.stride * size;
      switch (by.form) {
        case BARRIER, SYNC -> {}
        case REDUCE -> strided(by, to, by.dest, by.count, size);
        case COLLECT -> strided(by, to, by.dest + before * size, by.count, size);
        case ALLTOALL -> strided(by, to, by.dest + from * by.count * spread, by.count, spread);
        case BROADCAST -> {
          if (by.toRoot || from != to) { // the old form leaves the root's destination alone
            strided(by, to, by.dest, by.count, size);
          }
        }
      }
      if (by.pSync != 0) {
        strided(by, to, by.pSync, by.syncSize, Long.BYTES, Long.BYTES);
      }
      if (by.pWrk != 0) {
        long work = Math.max(by.count / 2 + 1, by.process.constants.leastWork);
        strided(by, to, by.pWrk, work, size);
      }
    }

    private void strided(Contribution by, int to, long address, long count, long stride) {
      strided(by, to, address, count, by.element, stride);
    }

    private void strided(
        Contribution by, int to, long address, long count, long element, long stride) {
      ShmemProcess.Place place = by.process.locate(address, team.world(to));
      if (count <= 0 || place == null || place.address() == 0) {
        return;
      }
      Region region = Region.strided(place.address(), element, count, stride);
      Grant grant = needsOwner(region, to);
      Effect effect =
          execution.effect(
              by.operation, AccessKind.REMOTE_WRITE, place.rank(), region, null, null, grant);
      gathering.arrives(to, effect);
      frontEnd.program().cells().written(place.rank(), region);
    }

    /** The entry of the owner of the memory, if the write must leave its contribution alone. */
    private @Nullable Grant needsOwner(Region written, int to) {
      Contribution owner = gathering.contribution(to);
      if (owner == null || owner.source == null) {
        return null;
      }
      return owner.source.commonByte(written) != Region.NONE ? owner.entry : null;
    }
  }
}
