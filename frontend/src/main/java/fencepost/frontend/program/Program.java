package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Cells;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of a program, as the front ends of all programming models see it. */
public final class Program {
  private final Execution execution;
  private final Cells cells = new Cells();
  private final SharedAtomics sharedAtomics;
  private final Processes processes;
  private final Map<Integer, Set<MemoryObject>> exposed = new HashMap<>();

  public Program(Execution execution) {
    this.execution = execution;
    this.sharedAtomics = new SharedAtomics(execution);
    this.processes = new Processes(execution);
  }

  public Execution execution() {
    return execution;
  }

  public Processes processes() {
    return processes;
  }

  /** The memory that is updated atomically. */
  public Cells cells() {
    return cells;
  }

  /** The atomic variables of C and C++ that processes share. */
  public SharedAtomics sharedAtomics() {
    return sharedAtomics;
  }

  /** Remembers what memory is exposed where, so that reports can name it. */
  public void exposed(int rank, MemoryObject object) {
    exposed.computeIfAbsent(rank, key -> new LinkedHashSet<>()).add(object);
  }

  /** What memory was exposed by which rank, in that order. */
  public Map<Integer, Set<MemoryObject>> exposed() {
    return exposed;
  }

  public void awaitIfAny(Strand strand, @Nullable Signal signal) {
    if (signal != null) {
      execution.await(strand, signal);
    }
  }
}
