package fencepost.frontend.mpi;

import fencepost.frontend.mpi.Datatype.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The part of a block-cyclically distributed array that one process holds (MPI_Type_create_darray,
 * MPI 4.1, 5.1.4). Contents: size, rank, ndims, then for each dimension the global size, the
 * distribution, its argument and the process grid, then the order.
 *
 * @param <P> a piece of memory
 */
public final class DistributedArray<P> {
  private static final int MOST_DIMENSIONS = 1 << 10;
  private static final long MOST_BLOCKS = 1 << 20;

  private final IntToLongFunction contents;
  private final Kinds kinds;
  private final Repetition<P> repetition;
  private final int dimensions;

  /** What the library calls the order of Fortran, and a cyclic distribution. */
  public record Kinds(long fortranOrder, long cyclic) {}

  /** Puts pieces behind each other. */
  public interface Repetition<P> {
    /** So many times the pieces, from a distance on, each a step behind the one before. */
    List<P> repeat(List<P> pieces, long count, long step, long from);
  }

  private DistributedArray(IntToLongFunction contents, Kinds kinds, Repetition<P> repetition) {
    this.contents = contents;
    this.kinds = kinds;
    this.repetition = repetition;
    this.dimensions = (int) atLeast(0, contents.applyAsLong(2));
    if (dimensions > MOST_DIMENSIONS) {
      throw new IllegalArgumentException("an array of " + dimensions + " dimensions");
    }
  }

  static List<Piece> pieces(IntToLongFunction contents, MpiConstants constants, Datatype element) {
    return pieces(
        contents,
        new Kinds(constants.fortranOrder, constants.cyclic),
        element.pieces(),
        element.extent(),
        (pieces, count, step, from) -> Datatype.shift(Datatype.repeat(pieces, count, step), from));
  }

  /**
   * What the process has of an array.
   *
   * @param element the pieces of an element
   */
  public static <P> List<P> pieces(
      IntToLongFunction contents,
      Kinds kinds,
      List<P> element,
      long extent,
      Repetition<P> repetition) {
    return new DistributedArray<>(contents, kinds, repetition).pieces(element, extent);
  }

  private List<P> pieces(List<P> element, long extent) {
    boolean fortran = contents.applyAsLong(3 + 4 * dimensions) == kinds.fortranOrder;
    long[] coordinates = coordinates();
    List<P> pieces = element;
    long step = extent;
    for (int d = 0; d < dimensions; d++) {
      int dimension = fortran ? d : dimensions - 1 - d; // the fastest one first
      pieces = alongDimension(pieces, dimension, coordinates[dimension], step);
      step *= globalSize(dimension);
    }
    return pieces;
  }

  /** The blocks of one coordinate: block {@code b} belongs to coordinate {@code b mod grid}. */
  private List<P> alongDimension(List<P> pieces, int dimension, long coordinate, long step) {
    long size = globalSize(dimension);
    long grid = grid(dimension);
    long block = atLeast(1, blockLength(dimension, size, grid));
    if (size / block / grid > MOST_BLOCKS) {
      throw new IllegalArgumentException("an array in more than a million blocks");
    }
    List<P> result = new ArrayList<>();
    for (long start = coordinate * block; start < size; start += grid * block) {
      long count = Math.min(block, size - start);
      result.addAll(repetition.repeat(pieces, count, step, start * step));
    }
    return result;
  }

  /**
   * A positive argument is the block length. Otherwise it is the default: 1 for a cyclic
   * distribution, an equal share for blocks, and everything where the grid has one process.
   */
  private long blockLength(int dimension, long size, long grid) {
    long argument = contents.applyAsLong(3 + 2 * dimensions + dimension);
    if (argument > 0) {
      return argument;
    }
    long distribution = contents.applyAsLong(3 + dimensions + dimension);
    return distribution == kinds.cyclic && grid > 1 ? 1 : (size + grid - 1) / grid;
  }

  private long globalSize(int dimension) {
    return atLeast(1, contents.applyAsLong(3 + dimension));
  }

  /** How many processes share a dimension. */
  private long grid(int dimension) {
    return atLeast(1, contents.applyAsLong(3 + 3 * dimensions + dimension));
  }

  private static long atLeast(long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException("a distributed array with a size of " + value);
    }
    return value;
  }

  /** The process grid is always in C order (5.1.4). */
  private long[] coordinates() {
    long[] coordinates = new long[dimensions];
    long rank = contents.applyAsLong(1);
    for (int d = dimensions - 1; d >= 0; d--) {
      long grid = grid(d);
      coordinates[d] = rank % grid;
      rank /= grid;
    }
    return coordinates;
  }
}
