package fencepost.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one effect touches: {@code rows} rows, {@code pitch} bytes apart, each of {@code
 * count} blocks of {@code size} bytes, {@code stride} bytes apart.
 *
 * <pre>
 *   start                              start + pitch
 *     |size|      |size|      |size|     |size|      |size|      |size|
 *     <---stride-->                      <---stride-->
 *     <------------- pitch ------------->
 * </pre>
 *
 * Regions are normalised on construction: strides are positive, blocks that touch are one block,
 * and a dimension of length one has stride 0. So equal sets of bytes that were described by the
 * same loops are equal records.
 */
public record Region(long start, long size, long count, long stride, long rows, long pitch) {

  /** Returned where there is no such byte. */
  public static final long NONE = -1;

  public Region {
    if (size < 0 || count < 1 || rows < 1) {
      throw new IllegalArgumentException("size " + size + ", count " + count + ", rows " + rows);
    }
    if (stride < 0) {
      start += stride * (count - 1);
      stride = -stride;
    }
    if (pitch < 0) {
      start += pitch * (rows - 1);
      pitch = -pitch;
    }
    if (stride == 0 || stride <= size) {
      size += stride * (count - 1);
      count = 1;
    }
    if (count == 1) {
      count = rows;
      stride = pitch;
      rows = 1;
      if (stride == 0 || stride <= size) {
        size += stride * (count - 1);
        count = 1;
      }
    }
    if (count == 1) {
      stride = 0;
    }
    if (rows > 1 && pitch == stride * count) {
      count *= rows;
      rows = 1;
    }
    if (pitch == 0) {
      rows = 1;
    }
    if (rows == 1) {
      pitch = 0;
    }
  }

  /** One block of bytes. */
  public static Region of(long start, long size) {
    return new Region(start, size, 1, 0, 1, 0);
  }

  /** Equally spaced blocks. */
  public static Region strided(long start, long size, long count, long stride) {
    return new Region(start, size, count, stride, 1, 0);
  }

  /** As every record's, but told in so many words: this is asked for every load and store. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Region r
        && start == r.start
        && size == r.size
        && count == r.count
        && stride == r.stride
        && rows == r.rows
        && pitch == r.pitch;
  }

  @Override
  public int hashCode() {
    return Objects.hash(start, size, count, stride, rows, pitch);
  }

  /** The first byte behind the last one touched. */
  public long end() {
    return start + pitch * (rows - 1) + rowSpan();
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The same shape elsewhere. */
  public Region shifted(long distance) {
    return new Region(start + distance, size, count, stride, rows, pitch);
  }

  /** Whether every byte of the region lies in {@code [from, to)}. */
  public boolean within(long from, long to) {
    return start >= from && end() <= to;
  }

  /**
   * A byte that both regions touch, the lowest in the first block that has one, or {@link #NONE}.
   */
  public long commonByte(Region other) {
    if (isEmpty() || other.isEmpty() || other.start >= end() || start >= other.end()) {
      return NONE;
    }
    if (solid() && other.solid()) {
      return Math.max(start, other.start);
    }
    if (interleaved(other)) {
      return NONE;
    }
    return blocks() <= other.blocks()
        ? firstByteSharedWith(other)
        : other.firstByteSharedWith(this);
  }

  private boolean solid() {
    return count == 1;
  }

  private long blocks() {
    return count * rows;
  }

  private long rowSpan() {
    return stride * (count - 1) + size;
  }

  /**
   * Combs whose teeth pass each other: decided without walking them. All distances between a block
   * of one and a block of the other differ by multiples of the common divisor of all strides.
   */
  private boolean interleaved(Region other) {
    if (solid() || other.solid()) {
      return false;
    }
    long step = divisor(divisor(stride, other.stride), divisor(pitch, other.pitch));
    long phase = Math.floorMod(other.start - start, step);
    return phase >= size && step - phase >= other.size;
  }

  /** The greatest common divisor; of 0 and another number, that number. */
  private static long divisor(long a, long b) {
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }

  private long firstByteSharedWith(Region other) {
    long from = other.start;
    long to = other.end();
    long firstRow =
        pitch == 0 ? 0 : Math.max(0, Math.floorDiv(from - start - rowSpan(), pitch) + 1);
    for (long row = firstRow; row < rows && start + row * pitch < to; row++) {
      long rowStart = start + row * pitch;
      for (long block = firstBlockReaching(from, rowStart); block < count; block++) {
        long at = rowStart + block * stride;
        if (at >= to) {
          break;
        }
        long hit = other.firstByteIn(at, at + size);
        if (hit != NONE) {
          return hit;
        }
      }
    }
    return NONE;
  }

  /** The first byte of this region in {@code [from, to)}; rows may reach into each other. */
  private long firstByteIn(long from, long to) {
    long firstRow =
        pitch == 0 ? 0 : Math.max(0, Math.floorDiv(from - start - rowSpan(), pitch) + 1);
    long first = to;
    for (long row = firstRow; row < rows && start + row * pitch < first; row++) {
      long rowStart = start + row * pitch;
      long block = firstBlockReaching(from, rowStart);
      if (block < count) {
        first = Math.min(first, Math.max(from, rowStart + block * stride));
      }
    }
    return first < to ? first : NONE;
  }

  /** The first block of the row that ends behind {@code from}; {@code count} if there is none. */
  private long firstBlockReaching(long from, long rowStart) {
    if (from < rowStart + size) {
      return 0;
    }
    return stride == 0 ? count : Math.min(count, Math.floorDiv(from - rowStart - size, stride) + 1);
  }

  /** The start of the block that holds a byte of this region. */
  long blockHolding(long address) {
    long firstRow =
        pitch == 0 ? 0 : Math.max(0, Math.floorDiv(address - start - rowSpan(), pitch) + 1);
    for (long row = firstRow; row < rows && start + row * pitch <= address; row++) {
      long rowStart = start + row * pitch;
      long block = rowStart + firstBlockReaching(address, rowStart) * stride;
      if (block <= address && address < block + size) {
        return block;
      }
    }
    return NONE;
  }

  /**
   * Whether elements of {@code elementSize} bytes of the two regions coincide wherever they meet,
   * instead of straddling.
   */
  public boolean coincides(Region other, long commonByte, int elementSize) {
    long distance = blockHolding(commonByte) - other.blockHolding(commonByte);
    if (Math.floorMod(distance, elementSize) != 0) {
      return false;
    }
    boolean oneByteSpeaksForAll = inStepWith(elementSize) && other.inStepWith(elementSize);
    return oneByteSpeaksForAll || equals(other) || coincidesInEveryBlock(other, elementSize);
  }

  /** Whether the elements of all blocks are whole elements apart. */
  private boolean inStepWith(int elementSize) {
    return stride % elementSize == 0 && pitch % elementSize == 0;
  }

  private boolean coincidesInEveryBlock(Region other, int elementSize) {
    for (long row = 0; row < rows; row++) {
      long rowStart = start + row * pitch;
      for (long block = firstBlockReaching(other.start, rowStart); block < count; block++) {
        long at = rowStart + block * stride;
        if (at >= other.end()) {
          break;
        }
        if (!other.hasElementsInStepWith(at, at + size, elementSize)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether every block of this region that reaches into {@code [from, to)} is whole elements away
   * from {@code from}.
   */
  private boolean hasElementsInStepWith(long from, long to, int elementSize) {
    long hit = firstByteIn(from, to);
    while (hit != NONE) {
      long block = blockHolding(hit);
      if (Math.floorMod(block - from, elementSize) != 0) {
        return false;
      }
      hit = block + size < to ? firstByteIn(block + size, to) : NONE;
    }
    return true;
  }
}
