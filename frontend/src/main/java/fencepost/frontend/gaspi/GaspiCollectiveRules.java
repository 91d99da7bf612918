package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.gaspi.GaspiProcess.Attempt;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.CallBuffer;
import fencepost.trace.RecordCursor;
import java.util.List;
import java.util.Set;

/**
 * Groups and collectives (GASPI 17.1, "Groups" and "Collective communication"): everyone waits for
 * everyone, and nothing is completed. A collective that timed out goes on: between its entry and
 * its return the process may do other things.
 */
final class GaspiCollectiveRules {
  private static final Operation.Completion BY_SUCCESS =
      new Operation.Completion("its successful return", "its successful return");

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;

  GaspiCollectiveRules(GaspiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("make_group", (slots, details) -> makeGroup(slots.of("group")));
    frontEnd.rule(
        "add_to_group", (slots, details) -> addToGroup(slots.of("group"), slots.of("rank")));
    frontEnd.rule("delete_group", (slots, details) -> deleteGroup(slots.of("group")));
    frontEnd.rule("commit_group", (slots, details) -> commit(slots.of("group")));
    frontEnd.rule("collective", (slots, details) -> collective(slots));
  }

  private static Rule<GaspiProcess> makeGroup(int group) {
    return (process, record, returns) -> {
      process.growing(record.slot(group)).clear();
      return true;
    };
  }

  private static Rule<GaspiProcess> addToGroup(int group, int rank) {
    return (process, record, returns) -> {
      process.growing(record.slot(group)).add((int) record.slot(rank));
      return true;
    };
  }

  private static Rule<GaspiProcess> deleteGroup(int group) {
    return (process, record, returns) -> {
      process.deleteGroup(record.slot(group));
      return true;
    };
  }

  private Rule<GaspiProcess> commit(int handle) {
    return (process, record, returns) -> {
      long group = record.slot(handle);
      if (returns) {
        return leave(process, group);
      }
      Set<Integer> members = process.growing(group);
      if (!members.contains(process.rank.number)) {
        return true; // it will fail
      }
      process.define(group, frontEnd.groups().commit(List.copyOf(members), process.rank.number));
      enter(process, group, new PendingEffects());
      return true;
    };
  }

  private Rule<GaspiProcess> collective(Slots slots) {
    int group = slots.of("group");
    List<CallBuffer> buffers = slots.call().meaning().buffers();
    return (process, record, returns) -> {
      if (returns) {
        return leave(process, record.slot(group));
      }
      PendingEffects effects = new PendingEffects();
      Operation operation = execution.issue(process.strand, BY_SUCCESS);
      buffers.forEach(buffer -> use(process, record, slots, buffer, operation, effects));
      enter(process, record.slot(group), effects);
      return true;
    };
  }

  private static void use(
      GaspiProcess process,
      RecordCursor record,
      Slots slots,
      CallBuffer buffer,
      Operation operation,
      PendingEffects effects) {
    long size = record.slot(slots.of(buffer.count())) * record.slot(slots.of(buffer.type()));
    if (size > 0) {
      AccessKind kind = buffer.written() ? AccessKind.BUFFER_WRITE : AccessKind.BUFFER_READ;
      Region memory = Region.of(record.slot(slots.of(buffer.address())), size);
      process.rank.use(operation, kind, memory, effects);
    }
  }

  /** The process enters its next collective on the group, with the buffers that it uses. */
  void enter(GaspiProcess process, long handle, PendingEffects buffers) {
    Group group = process.group(handle);
    int self = group.member(process.rank.number);
    Collective collective = group.nextCollective(self);
    process.enters(
        handle,
        new Attempt(
            collective.enter(
                self, collective.entry(execution, process.strand), Flow.ALL_TO_ALL, 0, List.of()),
            buffers));
  }

  /** The process returns from it; false while it must wait for others to enter. */
  boolean leave(GaspiProcess process, long handle) {
    Attempt attempt = process.attempt(handle);
    if (!attempt.participation().mayEnd(process.rank)) {
      return false;
    }
    frontEnd.program().awaitIfAny(process.strand, attempt.participation().known());
    attempt.buffers().complete(execution, process.strand);
    process.leaves(handle);
    return true;
  }
}
