package fencepost.frontend.program;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.function.Supplier;

/**
 * Things that several parties meet in, in order: the n-th call of each party gets the n-th thing.
 */
public final class Sequence<T> {
  private final long[] calls;
  private final Supplier<T> maker;
  private final Long2ObjectOpenHashMap<Entry<T>> open = new Long2ObjectOpenHashMap<>();

  private static final class Entry<T> {
    final T thing;
    int parties;

    Entry(T thing) {
      this.thing = thing;
    }
  }

  public Sequence(int parties, Supplier<T> maker) {
    this.calls = new long[parties];
    this.maker = maker;
  }

  /** The thing that belongs to the next call of the party. */
  public T next(int party) {
    if (party < 0 || party >= calls.length) {
      throw new ErroneousCallException("it is of a group that the process does not belong to");
    }
    long number = calls[party]++;
    Entry<T> entry = open.computeIfAbsent(number, key -> new Entry<>(maker.get()));
    if (++entry.parties == calls.length) {
      open.remove(number); // everyone has it in hand
    }
    return entry.thing;
  }

  /** The thing that the next call of the party will get. */
  public T peek(int party) {
    return open.computeIfAbsent(calls[party], key -> new Entry<>(maker.get())).thing;
  }
}
