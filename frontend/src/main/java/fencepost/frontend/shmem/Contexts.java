package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.program.Rules.Rule;
import fencepost.trace.RecordCursor;

/**
 * Contexts (OpenSHMEM 1.5, 9.5) and memory ordering (9.11): a quiet completes a context, a fence
 * only orders what is delivered. The end of a context completes it.
 */
final class Contexts {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;

  Contexts(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule(
        "create_context", (slots, meaning) -> create(slots.of("ctx"), slots.find("team")));
    frontEnd.rule("destroy_context", (slots, meaning) -> destroy(slots.of("ctx")));
    frontEnd.rule("destroy_team", (slots, meaning) -> destroyTeam(slots.of("team")));
    frontEnd.rule("quiet", (slots, meaning) -> quiet(slots.find("ctx")));
    frontEnd.rule("fence", (slots, meaning) -> fence(slots.find("ctx")));
  }

  private Rule<ShmemProcess> create(int ctx, int team) {
    return (process, record, returns) -> {
      long handle = team < 0 ? process.constants.worldTeam : record.slot(team);
      Team peers = process.team(handle);
      if (peers != null) {
        process.define(record.slot(ctx), new Context(peers, handle, false));
      }
      return true;
    };
  }

  private Rule<ShmemProcess> destroy(int ctx) {
    return (process, record, returns) -> {
      if (returns) {
        complete(process, process.context(record.slot(ctx)), record);
        process.forgetContext(record.slot(ctx));
      }
      return true;
    };
  }

  private Rule<ShmemProcess> destroyTeam(int team) {
    return (process, record, returns) -> {
      if (returns) {
        for (long handle : process.contextsOf(record.slot(team))) {
          complete(process, process.context(handle), record);
          process.forgetContext(handle);
        }
        process.forgetTeam(record.slot(team));
      }
      return true;
    };
  }

  private Rule<ShmemProcess> quiet(int ctx) {
    return (process, record, returns) -> {
      if (returns) {
        complete(process, process.contextOf(record, ctx), record);
      }
      return true;
    };
  }

  private void complete(ShmemProcess process, Context context, RecordCursor record) {
    context.complete(process.strand, execution);
    context.completedAt(process.rank.ended(record));
  }

  private Rule<ShmemProcess> fence(int ctx) {
    return (process, record, returns) -> {
      process.contextOf(record, ctx).fence();
      return true;
    };
  }
}
