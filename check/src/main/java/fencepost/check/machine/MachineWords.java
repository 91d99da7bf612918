package fencepost.check.machine;

/** Values of more than one register: the bytes of an aggregate, eight in each. */
final class MachineWords {
  private MachineWords() {}

  static void load(MachineMemory memory, long address, int size, long[] r, int to) {
    byte[] bytes = memory.bytes(address, size);
    for (int i = 0; i < size; i += 8) {
      r[to + i / 8] = word(bytes, i);
    }
  }

  private static long word(byte[] bytes, int from) {
    long word = 0;
    for (int i = Math.min(bytes.length, from + 8) - 1; i >= from; i--) {
      word = (word << 8) | (bytes[i] & 0xff);
    }
    return word;
  }

  static void store(MachineMemory memory, long address, int size, long[] r, int from) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (r[from + i / 8] >>> (8 * (i % 8)));
    }
    memory.write(address, bytes);
  }

  /** A part of at most eight bytes. */
  static long extract(long[] r, int from, long offset, int size) {
    int word = (int) (offset / 8);
    int shift = (int) (offset % 8) * 8;
    long value = r[from + word] >>> shift;
    if (shift > 0 && shift + 8 * size > 64) {
      value |= r[from + word + 1] << (64 - shift);
    }
    return value;
  }

  /** Replaces a part of at most eight bytes. */
  static void insert(long[] r, int at, long offset, int size, long value) {
    for (int i = 0; i < size; i++) {
      int byteAt = (int) offset + i;
      int shift = byteAt % 8 * 8;
      int word = at + byteAt / 8;
      r[word] = (r[word] & ~(0xffL << shift)) | (((value >>> (8 * i)) & 0xff) << shift);
    }
  }
}
