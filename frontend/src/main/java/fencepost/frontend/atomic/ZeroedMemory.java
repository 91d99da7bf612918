package fencepost.frontend.atomic;

import fencepost.model.Region;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Memory that was zero when it was allocated, word by word until somebody writes there: the initial
 * value of a flag is one of the sources of what a wait sees, and only here it is known.
 */
final class ZeroedMemory {
  private final Int2ObjectOpenHashMap<TreeMap<Long, Block>> byRank = new Int2ObjectOpenHashMap<>();

  private record Block(long base, long size, BitSet writtenWords) {
    boolean holds(long address) {
      return address >= base && address - base < size;
    }

    int word(long address) {
      return (int) ((address - base) / Long.BYTES);
    }
  }

  void allocated(int rank, long base, long size) {
    if (size / Long.BYTES >= Integer.MAX_VALUE) {
      return; // nobody waits for a flag in there
    }
    TreeMap<Long, Block> blocks = byRank.computeIfAbsent(rank, key -> new TreeMap<>());
    blocks.subMap(base, base + size).clear();
    blocks.put(base, new Block(base, size, new BitSet()));
  }

  /** Whether the word at the address is zero for certain. */
  boolean isZero(int rank, long address) {
    Block block = block(rank, address);
    return block != null && !block.writtenWords.get(block.word(address));
  }

  /** Bytes between those of the region count as written, too. */
  void written(int rank, Region region) {
    if (byRank.isEmpty()) {
      return;
    }
    Block block = block(rank, region.end() - 1);
    if (block != null) {
      long from = Math.max(region.start(), block.base);
      block.writtenWords.set(block.word(from), block.word(region.end() - 1) + 1);
      if (from == block.base && region.end() - block.base >= block.size) {
        byRank.get(rank).remove(block.base); // it is freed, or full of something else
      }
    }
  }

  private @Nullable Block block(int rank, long address) {
    TreeMap<Long, Block> blocks = byRank.get(rank);
    Map.Entry<Long, Block> below = blocks == null ? null : blocks.floorEntry(address);
    return below != null && below.getValue().holds(address) ? below.getValue() : null;
  }
}
