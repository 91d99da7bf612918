package fencepost.frontend.atomic;

import fencepost.model.Region;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** The atomically updated cells of all processes, by rank and address. */
public final class Cells {
  private static final int MANY = 1 << 16;

  private final Int2ObjectOpenHashMap<Long2ObjectOpenHashMap<Cell>> byRank =
      new Int2ObjectOpenHashMap<>();
  private final ZeroedMemory zeroed = new ZeroedMemory();
  private int sweepAt = MANY;

  /** Divides the addresses of all cells. */
  private int alignment = Long.BYTES;

  public Cell at(int rank, long address) {
    Long2ObjectOpenHashMap<Cell> cells =
        byRank.computeIfAbsent(rank, key -> new Long2ObjectOpenHashMap<>());
    Cell found = cells.get(address);
    if (found != null) {
      return found;
    }
    if (cells.size() >= sweepAt) {
      cells.long2ObjectEntrySet().removeIf(e -> e.getValue().isIdle() && letGo(rank, e.getLongKey()));
      sweepAt = Math.max(MANY, 2 * cells.size());
    }
    while (address % alignment != 0) {
      alignment /= 2;
    }
    Cell cell = new Cell(zeroed.isZero(rank, address));
    cells.put(address, cell);
    return cell;
  }

  /** A cell that is let go of may have any value. */
  private boolean letGo(int rank, long address) {
    zeroed.written(rank, Region.of(address, 1));
    return true;
  }

  /** Memory was allocated, and is zero. */
  public void zeroed(int rank, long base, long size) {
    zeroed.allocated(rank, base, size);
  }

  /** Memory was written by other means. */
  public void written(int rank, Region region) {
    zeroed.written(rank, region);
    Long2ObjectOpenHashMap<Cell> cells = byRank.get(rank);
    if (cells == null || cells.isEmpty()) {
      return;
    }
    if (region.end() - region.start() < cells.size()) {
      long first = (region.start() + alignment - 1) / alignment * alignment;
      for (long address = first; address < region.end(); address += alignment) {
        removeIfWritten(cells, address, region);
      }
    } else {
      cells.keySet().removeIf(address -> isWritten(address, region));
    }
  }

  private static void removeIfWritten(
      Long2ObjectOpenHashMap<Cell> cells, long address, Region region) {
    if (cells.containsKey(address) && isWritten(address, region)) {
      cells.remove(address);
    }
  }

  private static boolean isWritten(long address, Region region) {
    return region.commonByte(Region.of(address, 1)) != Region.NONE;
  }
}
