package fencepost.check.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The memory of one process.
 *
 * <pre>
 *   63           32 31            0
 *   +--------------+---------------+
 *   |    block     |   distance    |   an address; block 0 is no block, so that null is 0
 *   +--------------+---------------+
 * </pre>
 *
 * What the library does here on behalf of the program is not recorded: whoever models a library
 * says what its functions access.
 */
public final class MachineMemory {
  static final VarHandle SHORT = view(short[].class);
  static final VarHandle INT = view(int[].class);
  static final VarHandle LONG = view(long[].class);

  MemoryBlock[] blocks = new MemoryBlock[64];
  private int count;
  private boolean allWatched;

  MachineMemory() {
    Arrays.fill(blocks, new MemoryBlock(0));
    count = 1;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  // ---- blocks ----

  /** Makes a block and returns its address. */
  public long allocate(long size) {
    if (size < 0 || size > 1L << 30) {
      throw Halt.unmodelled("an allocation of " + size + " bytes");
    }
    return map(new MemoryBlock((int) size));
  }

  /** Makes a block of this or another process accessible; returns its address here. */
  public long map(MemoryBlock block) {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * count);
      Arrays.fill(blocks, count, blocks.length, blocks[0]);
    }
    blocks[count] = block;
    if (allWatched) {
      block.watchAlso(1);
    }
    return (long) count++ << 32;
  }

  /** The block that an address lies in. */
  public MemoryBlock block(long address) {
    int number = (int) (address >>> 32);
    return number < count && number > 0 ? blocks[number] : blocks[0];
  }

  /** Makes a block larger; addresses in it stay the same. */
  void grow(long address, int size) {
    MemoryBlock block = block(address);
    block.data = Arrays.copyOf(block.data, size);
    if (block.unknown != null) {
      block.unknown = Arrays.copyOf(block.unknown, size);
    }
  }

  /** Accesses to the blocks in a range are to be looked at from now on. */
  public void watch(long from, long to) {
    long last = Math.min((to - 1) >>> 32, count - 1L);
    for (long number = Math.max(1, from >>> 32); number <= last; number++) {
      blocks[(int) number].watch();
    }
  }

  /** Accesses to all blocks are to be looked at for a time, or no longer. */
  public void watchAll(boolean all) {
    if (all != allWatched) {
      allWatched = all;
      for (int number = 1; number < count; number++) {
        blocks[number].watchAlso(all ? 1 : -1);
      }
    }
  }

  public void free(long address) {
    block(address).free();
  }

  // ---- content ----

  private byte[] data(long address, long size) {
    byte[] data = block(address).data;
    long from = address & 0xffffffffL;
    if (from + size > data.length) {
      throw Halt.fault("access outside of a block: " + from + " of " + data.length + " bytes");
    }
    return data;
  }

  /** An integer of 1, 2, 4 or 8 bytes, sign-extended. */
  public long load(long address, int size) {
    byte[] data = data(address, size);
    int at = (int) address;
    return switch (size) {
      case 1 -> data[at];
      case 2 -> (short) SHORT.get(data, at);
      case 4 -> (int) INT.get(data, at);
      default -> (long) LONG.get(data, at);
    };
  }

  public int integer(long address) {
    return (int) load(address, 4);
  }

  public void store(long address, int size, long value) {
    byte[] data = data(address, size);
    int at = (int) address;
    switch (size) {
      case 1 -> data[at] = (byte) value;
      case 2 -> SHORT.set(data, at, (short) value);
      case 4 -> INT.set(data, at, (int) value);
      default -> LONG.set(data, at, value);
    }
    know(address, size);
  }

  public byte[] bytes(long address, long size) {
    int from = (int) address;
    return Arrays.copyOfRange(data(address, size), from, from + (int) size);
  }

  public void write(long address, byte[] content) {
    System.arraycopy(content, 0, data(address, content.length), (int) address, content.length);
    know(address, content.length);
  }

  /** Copies memory, of this process or another, with what is unknown of it. */
  public void copy(long to, MachineMemory source, long from, long size) {
    if (size > 0) {
      System.arraycopy(source.data(from, size), (int) from, data(to, size), (int) to, (int) size);
      copyUnknown(to, source.block(from), (int) from, (int) size);
    }
  }

  public void fill(long address, byte value, long size) {
    int from = (int) address;
    Arrays.fill(data(address, size), from, from + (int) size, value);
    know(address, (int) size);
  }

  /** The bytes up to a zero byte. */
  public String text(long address) {
    byte[] data = data(address, 1);
    int end = (int) address;
    while (end < data.length && data[end] != 0) {
      end++;
    }
    return new String(data, (int) address, end - (int) address, StandardCharsets.ISO_8859_1);
  }

  /** Writes a text with a zero byte behind it. */
  public void text(long address, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    write(address, Arrays.copyOf(bytes, bytes.length + 1));
  }

  // ---- what is not known ----

  /** The unknown that some bytes are; 0 if they are known. */
  int unknown(long address, int size) {
    int[] unknown = block(address).unknown;
    if (unknown == null) {
      return 0;
    }
    for (int i = 0; i < size; i++) {
      int found = unknown[(int) address + i];
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  /** Some bytes have this unknown as their content, or are known again if it is 0. */
  void markUnknown(long address, int size, int symbol) {
    MemoryBlock block = block(address);
    if (block.unknown == null) {
      if (symbol == 0) {
        return;
      }
      block.unknown = new int[block.data.length];
      block.special = true;
    }
    Arrays.fill(block.unknown, (int) address, (int) address + size, symbol);
  }

  private void know(long address, int size) {
    if (block(address).unknown != null) {
      markUnknown(address, size, 0);
    }
  }

  private void copyUnknown(long to, MemoryBlock from, int at, int size) {
    MemoryBlock target = block(to);
    if (from.unknown == null) {
      know(to, size);
      return;
    }
    if (target.unknown == null) {
      markUnknown(to, size, 1);
    }
    if (target.unknown != null) {
      System.arraycopy(from.unknown, at, target.unknown, (int) to, size);
    }
  }
}
