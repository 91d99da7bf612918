package fencepost.frontend.atomic;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one process by their addresses: a hash table that holds nothing but the cells, which
 * know their addresses, so that a look at a cell that is in no cache is one at the table and one at
 * the cell.
 */
final class CellTable {
  private static final int LEAST = 16;

  private @Nullable Cell[] table = new Cell[LEAST];
  private int size;

  /** No cell that was ever added has an address below the one, or above the other. */
  private long lowest = Long.MAX_VALUE;

  private long highest = Long.MIN_VALUE;

  int size() {
    return size;
  }

  /** Whether there may be cells with addresses in {@code [from, to)}. */
  boolean maySpan(long from, long to) {
    return size > 0 && from <= highest && to > lowest;
  }

  @Nullable Cell get(long address) {
    int mask = table.length - 1;
    for (int i = hash(address) & mask; ; i = (i + 1) & mask) {
      Cell cell = table[i];
      if (cell == null || cell.address == address) {
        return cell;
      }
    }
  }

  /** Adds a cell at an address that has none. */
  void add(Cell cell) {
    if (2 * ++size > table.length) {
      insertAll(table, 2 * table.length);
    }
    lowest = Math.min(lowest, cell.address);
    highest = Math.max(highest, cell.address);
    insert(cell);
  }

  private void insert(Cell cell) {
    int mask = table.length - 1;
    int i = hash(cell.address) & mask;
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = cell;
  }

  void remove(Cell cell) {
    int mask = table.length - 1;
    int i = hash(cell.address) & mask;
    while (table[i] != cell) {
      i = (i + 1) & mask;
    }
    table[i] = null;
    size--;
    // Those behind it may have been put there because its place was taken.
    i = (i + 1) & mask;
    for (Cell next = table[i]; next != null; next = table[i]) {
      table[i] = null;
      insert(next);
      i = (i + 1) & mask;
    }
  }

  void removeIf(Predicate<Cell> condition) {
    @Nullable Cell[] before = table;
    int kept = 0;
    for (int i = 0; i < before.length; i++) {
      Cell cell = before[i];
      if (cell != null && condition.test(cell)) {
        before[i] = null;
      }
      kept += before[i] == null ? 0 : 1;
    }
    if (kept < size) {
      size = kept;
      insertAll(before, Math.max(LEAST, Integer.highestOneBit(kept) * 4));
    }
  }

  private void insertAll(@Nullable Cell[] cells, int length) {
    table = new Cell[length];
    for (Cell cell : cells) {
      if (cell != null) {
        insert(cell);
      }
    }
  }

  /** Neighbouring words are spread, too. */
  private static int hash(long address) {
    return (int) ((address * 0x9E3779B97F4A7C15L) >>> 32);
  }
}
