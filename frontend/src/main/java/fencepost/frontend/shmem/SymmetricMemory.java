package fencepost.frontend.shmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The symmetric memory of one process: the globals of the program, and the blocks that all
 * processes have allocated together. The n-th block of one process is the counterpart of the n-th
 * block of every other, wherever they are (OpenSHMEM 1.5, section 3).
 */
final class SymmetricMemory {
  private final Piece globals;
  private final List<Piece> allocated = new ArrayList<>();
  private final TreeMap<Long, Piece> live = new TreeMap<>();

  /** A piece of symmetric memory; the globals have the number -1. */
  record Piece(int number, long base, long size) {
    private static final int GLOBALS = -1;

    boolean holds(long address) {
      return address >= base && address - base < size;
    }
  }

  SymmetricMemory(long globalsFrom, long globalsTo) {
    globals = new Piece(Piece.GLOBALS, globalsFrom, globalsTo - globalsFrom);
  }

  void allocate(long base, long size) {
    Piece piece = new Piece(allocated.size(), base, size);
    allocated.add(piece);
    live.put(base, piece);
  }

  /** Takes away the block at the address; null if there is none. */
  @Nullable Piece free(long base) {
    return live.remove(base);
  }

  /** What holds the address; null if it is not symmetric. */
  @Nullable Piece at(long address) {
    Map.Entry<Long, Piece> below = live.floorEntry(address);
    if (below != null && below.getValue().holds(address)) {
      return below.getValue();
    }
    return globals.holds(address) ? globals : null;
  }

  /** The counterpart of another process's piece; null if it is not known yet. */
  @Nullable Piece counterpart(Piece other) {
    if (other.number == Piece.GLOBALS) {
      return globals;
    }
    return other.number < allocated.size() ? allocated.get(other.number) : null;
  }
}
