package fencepost.frontend.program;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.model.Region;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Atomic variables in memory that several processes have mapped: an acquire is ordered after the
 * release whose value it has read (C11, 5.1.2.4). Steps on them are told in the order in which they
 * were made, which is that of their numbers in a sequence; {@code capture/atomics.c} is the writing
 * end.
 */
public final class SharedAtomics {
  private static final int ACQUIRES = 1;
  private static final int RELEASES = 2;
  private static final int UPDATES = 4;
  private static final int SILENCES = 8;

  private final Execution execution;
  private final Map<Variable, Told> variables = new HashMap<>();
  private final Long2ObjectOpenHashMap<Sequence> sequences = new Long2ObjectOpenHashMap<>();

  private record Variable(int owner, long address) {}

  private static final class Sequence {
    private long told;
    private final Long2ObjectOpenHashMap<Bell> bells = new Long2ObjectOpenHashMap<>();
  }

  SharedAtomics(Execution execution) {
    this.execution = execution;
  }

  /** Takes in a step; false if it waits for the one before it. */
  public boolean step(Rank rank, RecordCursor record) {
    Sequence sequence = sequences.computeIfAbsent(record.slot(1), key -> new Sequence());
    long number = record.slot(2);
    if (number <= sequence.told) {
      throw new BrokenTraceException("a step on an atomic variable that was there before");
    }
    if (number > sequence.told + 1) {
      sequence.bells.computeIfAbsent(number, key -> new Bell()).wakes(rank);
      return false;
    }
    sequence.told = number;
    Region address = Region.of(record.slot(3), 1);
    rank.memory().locate(address, (owner, there) -> order(rank, owner, there.start(), record));
    Bell next = sequence.bells.remove(number + 1);
    if (next != null) {
      next.ring();
    }
    return true;
  }

  private void order(Rank rank, int owner, long address, RecordCursor record) {
    int does = record.flags();
    Strand strand = rank.strand();
    Told told = variables.computeIfAbsent(new Variable(owner, address), key -> new Told());
    execution.inside(strand, Strands.construct(record), rank.site(record));
    if ((does & ACQUIRES) != 0) {
      told.acquire(strand, execution);
    }
    if (((does & RELEASES) != 0 && (does & UPDATES) == 0) || (does & SILENCES) != 0) {
      told.silence();
    }
    if ((does & RELEASES) != 0) {
      told.release(strand, execution);
    }
  }
}
