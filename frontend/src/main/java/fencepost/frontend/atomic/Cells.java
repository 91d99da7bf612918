package fencepost.frontend.atomic;

import fencepost.model.Region;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/** The atomically updated cells of all processes, by rank and address. */
public final class Cells {
  private static final int MANY = 1 << 16;
  private static final int LARGEST = Long.BYTES;

  private final Int2ObjectOpenHashMap<CellTable> byRank = new Int2ObjectOpenHashMap<>();

  /** Those of the rank that was asked for last. */
  private @Nullable CellTable lastCells;

  private int lastRank;
  private final ZeroedMemory zeroed = new ZeroedMemory();
  private int sweepAt = MANY;

  /** Divides the addresses of all cells. */
  private int alignment = Long.BYTES;

  /** The cell of so many bytes at the address. */
  public Cell at(int rank, long address, int bytes) {
    CellTable cells = cellsOf(rank);
    Cell found = cells.get(address);
    if (found != null) {
      found.has(bytes);
      return found;
    }
    if (cells.size() >= sweepAt) {
      cells.removeIf(cell -> cell.isIdle() && letGo(rank, cell));
      sweepAt = Math.max(MANY, 2 * cells.size());
    }
    while (address % alignment != 0) {
      alignment /= 2;
    }
    Cell cell = new Cell(address, zeroed.isZero(rank, address));
    cell.has(bytes);
    cells.add(cell);
    return cell;
  }

  private CellTable cellsOf(int rank) {
    CellTable last = lastCells;
    if (last == null || rank != lastRank) {
      last = byRank.computeIfAbsent(rank, key -> new CellTable());
      lastCells = last;
      lastRank = rank;
    }
    return last;
  }

  /** A cell that is let go of may have any value. */
  private boolean letGo(int rank, Cell cell) {
    zeroed.written(rank, Region.of(cell.address, cell.bytes()));
    return true;
  }

  /** Memory was allocated, and is zero. */
  public void zeroed(int rank, long base, long size) {
    zeroed.allocated(rank, base, size);
  }

  /**
   * Memory was written by other means: nothing is known any more of a cell that has a byte in it.
   */
  public void written(int rank, Region region) {
    zeroed.written(rank, region);
    CellTable cells = byRank.get(rank);
    if (cells == null || !cells.maySpan(region.start() - LARGEST + 1, region.end())) {
      return;
    }
    if (region.end() - region.start() + LARGEST < cells.size()) {
      long first = Math.floorDiv(region.start() - LARGEST + alignment, alignment) * alignment;
      for (long address = first; address < region.end(); address += alignment) {
        removeIfWritten(cells, address, region);
      }
    } else {
      cells.removeIf(cell -> isWritten(cell, region));
    }
  }

  private static void removeIfWritten(CellTable cells, long address, Region region) {
    Cell cell = cells.get(address);
    if (cell != null && isWritten(cell, region)) {
      cells.remove(cell);
    }
  }

  private static boolean isWritten(Cell cell, Region region) {
    return region.commonByte(Region.of(cell.address, cell.bytes())) != Region.NONE;
  }
}
