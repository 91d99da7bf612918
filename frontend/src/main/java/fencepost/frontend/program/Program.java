package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Cells;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a program, as the front ends of all programming models see it. */
public final class Program {
  private final Execution execution;
  private final Cells cells = new Cells();
  private final List<MemoryAt> exposed = new ArrayList<>();

  private record MemoryAt(int rank, MemoryObject object) {}

  public Program(Execution execution) {
    this.execution = execution;
  }

  public Execution execution() {
    return execution;
  }

  /** The memory that is updated atomically. */
  public Cells cells() {
    return cells;
  }

  /** Remembers what memory is exposed where, so that reports can name it. */
  public void exposed(int rank, MemoryObject object) {
    MemoryAt memory = new MemoryAt(rank, object);
    if (!exposed.contains(memory)) {
      exposed.add(memory);
    }
  }

  /** The exposed objects that hold the address at the rank, the latest last. */
  public List<MemoryObject> objectsAt(int rank, long address) {
    return exposed.stream()
        .filter(memory -> memory.rank == rank)
        .map(MemoryAt::object)
        .filter(object -> address >= object.base() && address - object.base() < object.size())
        .toList();
  }

  public void awaitIfAny(Strand strand, @Nullable Signal signal) {
    if (signal != null) {
      execution.await(strand, signal);
    }
  }
}
