package fencepost.model;

import java.io.Serializable;
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
 * same loops are equal regions.
 *
 * <p>There are millions of them, and most are one block: the others have their shape beside them.
 */
public final class Region implements Serializable {
  /** Returned where there is no such byte. */
  public static final long NONE = -1;

  /** No distance in memory is longer: the addresses of 64-bit processors have up to 57 bits. */
  private static final long MEMORY = 1L << 58;

  private static final Shape ONE_BLOCK = new Shape(1, 0, 1, 0, null);

  private final long start;
  private final long size;
  private final Shape shape;

  /**
   * @param offsets where the rows start, from the first one on, if that is not at equal distances
   */
  private record Shape(long count, long stride, long rows, long pitch, @Nullable Offsets offsets)
      implements Serializable {}

  private Region(
      long start,
      long size,
      long count,
      long stride,
      long rows,
      long pitch,
      @Nullable Offsets offsets) {
    if (size < 0 || count < 1 || rows < 1) {
      throw new IllegalArgumentException("size " + size + ", count " + count + ", rows " + rows);
    }
    if (size > MEMORY || !fits(count, stride) || !fits(rows, pitch)) {
      throw new IllegalArgumentException("it is larger than any memory");
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
    if (count == 1 && offsets == null) {
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
    if (rows > 1 && pitch == stride * count && offsets == null) {
      count *= rows;
      rows = 1;
    }
    if (pitch == 0 && offsets == null) {
      rows = 1;
    }
    if (rows == 1) {
      pitch = 0;
    }
    this.start = start;
    this.size = size;
    this.shape =
        count == 1 && rows == 1 ? ONE_BLOCK : new Shape(count, stride, rows, pitch, offsets);
  }

  private static boolean fits(long times, long distance) {
    long length = Math.abs(distance);
    long all = times * length;
    return times == 1
        || (length >= 0 && Math.multiplyHigh(times, length) == 0 && all >= 0 && all <= MEMORY);
  }

  private Region(long start, long size, Shape shape) {
    this.start = start;
    this.size = size;
    this.shape = shape;
  }

  /** Rows of equally spaced blocks. */
  public Region(long start, long size, long count, long stride, long rows, long pitch) {
    this(start, size, count, stride, rows, pitch, null);
  }

  /** One block of bytes. */
  public static Region of(long start, long size) {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
    return new Region(start, size, ONE_BLOCK);
  }

  /** Equally spaced blocks. */
  public static Region strided(long start, long size, long count, long stride) {
    return new Region(start, size, count, stride, 1, 0);
  }

  /** A single row, again at each of the distances from where it is. */
  public static Region scattered(Region row, Distances distances) {
    return new Region(
        row.start + distances.first(),
        row.size,
        row.count(),
        row.stride(),
        distances.count(),
        distances.pitch(),
        distances.offsets());
  }

  public long start() {
    return start;
  }

  public long size() {
    return size;
  }

  public long count() {
    return shape.count;
  }

  public long stride() {
    return shape.stride;
  }

  public long rows() {
    return shape.rows;
  }

  public long pitch() {
    return shape.pitch;
  }

  @Nullable Offsets offsets() {
    return shape.offsets;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Region r
            && start == r.start
            && size == r.size
            && Objects.equals(shape, r.shape)); // most share theirs, which is asked first
  }

  @Override
  public int hashCode() {
    return Objects.hash(start, size, shape);
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end() + "): blocks of " + size + ", " + shape;
  }

  /** The first byte behind the last one touched. */
  public long end() {
    return isOneBlock() ? start + size : rowStart(rows() - 1) + rowSpan();
  }

  /** Where a row starts. */
  public long rowStart(long row) {
    Offsets offsets = shape.offsets;
    return start + (offsets == null ? row * shape.pitch : offsets.of(row));
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The same shape elsewhere. */
  public Region shifted(long distance) {
    return new Region(start + distance, size, shape);
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
    if (isOneBlock() && other.isOneBlock()) {
      return Math.max(start, other.start);
    }
    if (interleaved(other)) {
      return NONE;
    }
    return commonByteWithin(other, start, end());
  }

  /** The same of the bytes in {@code [from, to)} alone. */
  public long commonByteWithin(Region other, long from, long to) {
    if (isEmpty() || other.isEmpty()) {
      return NONE;
    }
    return blocks() <= other.blocks()
        ? firstByteSharedWith(other, Math.max(from, other.start), Math.min(to, other.end()))
        : other.firstByteSharedWith(this, Math.max(from, start), Math.min(to, end()));
  }

  /** Whether it has no gaps. */
  public boolean isOneBlock() {
    return shape.count == 1 && shape.rows == 1;
  }

  private long blocks() {
    return count() * rows();
  }

  private long rowSpan() {
    return stride() * (count() - 1) + size;
  }

  /**
   * Combs whose teeth pass each other: decided without walking them. All distances between a block
   * of one and a block of the other differ by multiples of the common divisor of all strides.
   */
  private boolean interleaved(Region other) {
    if (isOneBlock() || other.isOneBlock() || offsets() != null || other.offsets() != null) {
      return false;
    }
    long step = divisor(divisor(stride(), other.stride()), divisor(pitch(), other.pitch()));
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

  private long firstByteSharedWith(Region other, long from, long to) {
    for (long row = firstRowReaching(from); row < rows() && rowStart(row) < to; row++) {
      long rowStart = rowStart(row);
      for (long block = firstBlockReaching(from, rowStart); block < count(); block++) {
        long at = rowStart + block * stride();
        if (at >= to) {
          break;
        }
        long hit = other.firstByteIn(Math.max(at, from), Math.min(at + size, to));
        if (hit != NONE) {
          return hit;
        }
      }
    }
    return NONE;
  }

  /** The first byte of this region in {@code [from, to)}; rows may reach into each other. */
  private long firstByteIn(long from, long to) {
    long first = to;
    for (long row = firstRowReaching(from); row < rows() && rowStart(row) < first; row++) {
      long rowStart = rowStart(row);
      long block = firstBlockReaching(from, rowStart);
      if (block < count()) {
        first = Math.min(first, Math.max(from, rowStart + block * stride()));
      }
    }
    return first < to ? first : NONE;
  }

  /** The first row that ends behind {@code from}. */
  private long firstRowReaching(long from) {
    long behind = from - start - rowSpan();
    Offsets offsets = shape.offsets;
    if (offsets != null) {
      return offsets.firstBehind(behind);
    }
    return pitch() == 0 ? 0 : Math.max(0, Math.floorDiv(behind, pitch()) + 1);
  }

  /** The first block of the row that ends behind {@code from}; {@code count} if there is none. */
  private long firstBlockReaching(long from, long rowStart) {
    if (from < rowStart + size) {
      return 0;
    }
    return stride() == 0
        ? count()
        : Math.min(count(), Math.floorDiv(from - rowStart - size, stride()) + 1);
  }

  /** The start of the block that holds a byte of this region. */
  long blockHolding(long address) {
    for (long row = firstRowReaching(address); row < rows() && rowStart(row) <= address; row++) {
      long rowStart = rowStart(row);
      long block = rowStart + firstBlockReaching(address, rowStart) * stride();
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
    if (equals(other)) {
      return true;
    }
    long distance = blockHolding(commonByte) - other.blockHolding(commonByte);
    if (Math.floorMod(distance, elementSize) != 0) {
      return false;
    }
    boolean oneByteSpeaksForAll = inStepWith(elementSize) && other.inStepWith(elementSize);
    return oneByteSpeaksForAll || coincidesInEveryBlock(other, elementSize);
  }

  /** Whether the elements of all blocks are whole elements apart. */
  private boolean inStepWith(int elementSize) {
    Offsets offsets = shape.offsets;
    return stride() % elementSize == 0
        && pitch() % elementSize == 0
        && (offsets == null || offsets.areMultiplesOf(elementSize));
  }

  private boolean coincidesInEveryBlock(Region other, int elementSize) {
    for (long row = 0; row < rows(); row++) {
      long rowStart = rowStart(row);
      for (long block = firstBlockReaching(other.start, rowStart); block < count(); block++) {
        long at = rowStart + block * stride();
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
