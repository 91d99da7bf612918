package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.program.MemoryObject;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.SymmetricMemory.Piece;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;

/**
 * The symmetric heap (OpenSHMEM 1.5, 9.3), and pointers into that of others (9.3.6). Allocation
 * ends with a barrier, freeing begins with one.
 */
final class Allocation {
  /** What the table says of memory that is cleared. */
  private static final String ZERO = "ZERO";

  private final ShmemFrontEnd frontEnd;
  private final Execution execution;

  Allocation(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("allocate", (slots, meaning) -> allocation(slots, -1, meaning.contains(ZERO)));
    frontEnd.rule("reallocate", (slots, meaning) -> allocation(slots, slots.of("ptr"), false));
    frontEnd.rule("free", (slots, meaning) -> freeing(slots.of("ptr")));
    frontEnd.rule("pointer", (slots, meaning) -> pointer(slots));
  }

  private Rule<ShmemProcess> allocation(Slots slots, int old, boolean zero) {
    int bytes = slots.of("bytes");
    int block = slots.of("block");
    return (process, record, returns) -> {
      long given = old < 0 ? 0 : record.slot(old);
      if (record.slot(bytes) == 0 && given == 0) {
        return true; // nothing is done, and nobody waits (9.3.1)
      }
      if (!returns) {
        Gathering.barrier(frontEnd, process, frontEnd.world());
        return true;
      }
      if (!Gathering.leave(frontEnd, process, record)) {
        return false;
      }
      free(process, given);
      if (record.slot(block) != 0) {
        allocate(process, record, record.slot(block), record.slot(bytes));
        if (zero) {
          int owner = process.rank.number;
          frontEnd.program().cells().zeroed(owner, record.slot(block), record.slot(bytes));
        }
      }
      return true;
    };
  }

  private void allocate(ShmemProcess process, RecordCursor record, long base, long size) {
    process.memory.allocate(base, size);
    String kind = "symmetric memory of " + frontEnd.table().calls().get(record.call()).name();
    frontEnd
        .program()
        .exposed(
            process.rank.number, new MemoryObject(kind, process.rank.site(record), base, size));
  }

  private Rule<ShmemProcess> freeing(int pointer) {
    return (process, record, returns) -> {
      long block = record.slot(pointer);
      if (block == 0) {
        return true;
      }
      if (!returns) {
        Gathering.barrier(frontEnd, process, frontEnd.world());
        return true;
      }
      if (!Gathering.leave(frontEnd, process, record)) {
        return false;
      }
      free(process, block);
      return true;
    };
  }

  /** Freeing memory is a store to all of it: who is still under way in another context races. */
  private void free(ShmemProcess process, long block) {
    Piece piece = process.memory.free(block);
    if (piece == null) {
      return;
    }
    Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
    Region region = Region.of(piece.base(), piece.size());
    execution.effect(operation, AccessKind.STORE, process.rank.number, region, null, null, null);
    frontEnd.program().cells().written(process.rank.number, region);
  }

  /** What a process does behind such a pointer it does to the owner's memory. */
  private Rule<ShmemProcess> pointer(Slots slots) {
    int dest = slots.of("dest");
    int pe = slots.of("pe");
    int team = slots.find("team");
    int mapped = slots.of("mapped");
    return (process, record, returns) -> {
      Team peers = team < 0 ? frontEnd.world() : process.team(record.slot(team));
      Piece here = process.memory.at(record.slot(dest));
      if (record.slot(mapped) == 0 || here == null || peers == null) {
        return true;
      }
      int owner = peers.world((int) record.slot(pe));
      Piece there = frontEnd.counterpart(here, owner);
      if (there == null) {
        return false; // the owner has not returned from the allocation
      }
      process.rank.memory().map(record.slot(mapped), here.size(), owner, there.base());
      return true;
    };
  }
}
