package fencepost.frontend.mpi;

import fencepost.frontend.mpi.Datatype.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The part of a block-cyclically distributed array that one process holds (MPI_Type_create_darray,
 * MPI 4.1, 5.1.4). Contents: size, rank, ndims, then for each dimension the global size, the
 * distribution, its argument and the process grid, then the order.
 */
final class DistributedArray {
  private final IntToLongFunction contents;
  private final Constants constants;
  private final int dimensions;

  private DistributedArray(IntToLongFunction contents, Constants constants) {
    this.contents = contents;
    this.constants = constants;
    this.dimensions = (int) contents.applyAsLong(2);
  }

  static List<Piece> pieces(IntToLongFunction contents, Constants constants, Datatype element) {
    return new DistributedArray(contents, constants).pieces(element);
  }

  private List<Piece> pieces(Datatype element) {
    boolean fortran = contents.applyAsLong(3 + 4 * dimensions) == constants.fortranOrder;
    long[] coordinates = coordinates();
    List<Piece> pieces = element.pieces();
    long step = element.extent();
    for (int d = 0; d < dimensions; d++) {
      int dimension = fortran ? d : dimensions - 1 - d; // the fastest one first
      pieces = alongDimension(pieces, dimension, coordinates[dimension], step);
      step *= globalSize(dimension);
    }
    return pieces;
  }

  /** The blocks of one coordinate: block {@code b} belongs to coordinate {@code b mod grid}. */
  private List<Piece> alongDimension(
      List<Piece> pieces, int dimension, long coordinate, long step) {
    long size = globalSize(dimension);
    long grid = contents.applyAsLong(3 + 3 * dimensions + dimension);
    long block = blockLength(dimension, size, grid);
    List<Piece> result = new ArrayList<>();
    for (long start = coordinate * block; start < size; start += grid * block) {
      List<Piece> one = Datatype.repeat(pieces, Math.min(block, size - start), step);
      result.addAll(Datatype.shift(one, start * step));
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
    return distribution == constants.cyclic && grid > 1 ? 1 : (size + grid - 1) / grid;
  }

  private long globalSize(int dimension) {
    return contents.applyAsLong(3 + dimension);
  }

  /** The process grid is always in C order (5.1.4). */
  private long[] coordinates() {
    long[] coordinates = new long[dimensions];
    long rank = contents.applyAsLong(1);
    for (int d = dimensions - 1; d >= 0; d--) {
      long grid = contents.applyAsLong(3 + 3 * dimensions + d);
      coordinates[d] = rank % grid;
      rank /= grid;
    }
    return coordinates;
  }
}
