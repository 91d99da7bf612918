package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.gaspi.GaspiProcess.Attempt;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.List;
import java.util.Set;

/**
 * Groups and collectives (GASPI 17.1, "Groups" and "Collective communication"): everyone waits for
 * everyone, and nothing is completed. A collective that timed out goes on: between its entry and
 * its return the process may do other things.
 */
final class Collectives {
  private static final Operation.Completion BY_SUCCESS =
      new Operation.Completion("its successful return", "its successful return");

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;

  Collectives(GaspiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    groups();
    commit();
    barrier();
    reduction("gaspi_allreduce");
    reduction("gaspi_allreduce_user");
  }

  private void groups() {
    int created = new Slots(frontEnd.table(), "gaspi_group_create").of("group");
    frontEnd.rule(
        "gaspi_group_create",
        (process, record, returns) -> {
          process.growing(record.slot(created)).clear();
          return true;
        });
    Slots add = new Slots(frontEnd.table(), "gaspi_group_add");
    int group = add.of("group");
    int rank = add.of("rank");
    frontEnd.rule(
        "gaspi_group_add",
        (process, record, returns) -> {
          process.growing(record.slot(group)).add((int) record.slot(rank));
          return true;
        });
    int deleted = new Slots(frontEnd.table(), "gaspi_group_delete").of("group");
    frontEnd.rule(
        "gaspi_group_delete",
        (process, record, returns) -> {
          process.deleteGroup(record.slot(deleted));
          return true;
        });
  }

  private void commit() {
    int handle = new Slots(frontEnd.table(), "gaspi_group_commit").of("group");
    frontEnd.rule(
        "gaspi_group_commit",
        (process, record, returns) -> {
          long group = record.slot(handle);
          if (returns) {
            return leave(process, group);
          }
          Set<Integer> members = process.growing(group);
          if (!members.contains(process.rank.number)) {
            return true; // it will fail
          }
          process.define(
              group, frontEnd.groups().commit(List.copyOf(members), process.rank.number));
          enter(process, group, new PendingEffects());
          return true;
        });
  }

  private void barrier() {
    int group = new Slots(frontEnd.table(), "gaspi_barrier").of("group");
    frontEnd.rule(
        "gaspi_barrier",
        (process, record, returns) -> {
          if (returns) {
            return leave(process, record.slot(group));
          }
          enter(process, record.slot(group), new PendingEffects());
          return true;
        });
  }

  private void reduction(String call) {
    Slots slots = new Slots(frontEnd.table(), call);
    int group = slots.of("group");
    int send = slots.of("buffer_send");
    int receive = slots.of("buffer_receive");
    int count = slots.of("num");
    int elementSize = slots.of("element_size");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (returns) {
            return leave(process, record.slot(group));
          }
          long size = record.slot(count) * record.slot(elementSize);
          enter(process, record.slot(group), buffers(process, record, send, receive, size));
          return true;
        });
  }

  private PendingEffects buffers(
      GaspiProcess process, RecordCursor record, int send, int receive, long size) {
    PendingEffects buffers = new PendingEffects();
    Operation operation = execution.issue(process.strand, BY_SUCCESS);
    Rank rank = process.rank;
    if (size > 0) {
      rank.use(operation, AccessKind.BUFFER_READ, Region.of(record.slot(send), size), buffers);
      rank.use(operation, AccessKind.BUFFER_WRITE, Region.of(record.slot(receive), size), buffers);
    }
    return buffers;
  }

  /** The process enters its next collective on the group, with the buffers that it uses. */
  void enter(GaspiProcess process, long handle, PendingEffects buffers) {
    Group group = process.group(handle);
    int self = group.member(process.rank.number);
    Collective collective = group.nextCollective(self);
    process.enters(
        handle,
        new Attempt(
            collective.enter(self, execution.signal(process.strand), Flow.ALL_TO_ALL, 0, List.of()),
            buffers));
  }

  /** The process returns from it; false while it must wait for others to enter. */
  boolean leave(GaspiProcess process, long handle) {
    Attempt attempt = process.attempt(handle);
    if (!attempt.participation().mayEnd()) {
      return false;
    }
    frontEnd.program().awaitIfAny(process.strand, attempt.participation().known());
    attempt.buffers().complete(execution, process.strand);
    process.leaves(handle);
    return true;
  }
}
