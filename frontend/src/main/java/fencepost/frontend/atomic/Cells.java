package fencepost.frontend.atomic;

import fencepost.model.Region;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The atomically updated cells of all processes, by rank and address. */
public final class Cells {
  private static final int MANY = 1 << 16;

  private final Int2ObjectOpenHashMap<NavigableMap<Long, Cell>> byRank =
      new Int2ObjectOpenHashMap<>();
  private int sweepAt = MANY;

  public Cell at(int rank, long address) {
    NavigableMap<Long, Cell> cells = byRank.computeIfAbsent(rank, key -> new TreeMap<>());
    Cell cell = cells.computeIfAbsent(address, key -> new Cell());
    if (cells.size() > sweepAt) {
      cells.values().removeIf(each -> each != cell && each.isIdle());
      sweepAt = Math.max(MANY, 2 * cells.size());
    }
    return cell;
  }

  /** Memory was written by other means. */
  public void written(int rank, Region region) {
    NavigableMap<Long, Cell> cells = byRank.get(rank);
    if (cells == null) {
      return;
    }
    List<Long> addresses =
        new ArrayList<>(cells.subMap(region.start() - Long.BYTES + 1, region.end()).keySet());
    for (long address : addresses) {
      if (region.commonByte(Region.of(address, 1)) != Region.NONE) {
        cells.remove(address);
      }
    }
  }
}
