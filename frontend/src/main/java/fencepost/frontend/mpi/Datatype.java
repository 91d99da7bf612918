package fencepost.frontend.mpi;

import fencepost.model.AtomicType;
import fencepost.model.Distances;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A datatype as the bytes it covers (MPI 4.1, 5.1): pieces relative to the buffer address, each of
 * one basic type. Large strided types stay a few strided pieces.
 *
 * @param extent the distance between two elements
 * @param integer whether it is a predefined integer
 */
record Datatype(List<Piece> pieces, long extent, boolean integer) {

  /** The null handle, which MPICH lets pass for buffers of no elements. */
  static final Datatype OF_NOTHING = new Datatype(List.of(), 0, false);

  private static final int MOST_PIECES = 1 << 20;

  /** Equally spaced blocks of one basic type. */
  record Piece(Region region, AtomicType basic) {
    private Piece with(Region other) {
      return new Piece(other, basic);
    }

    private Piece shifted(long distance) {
      return with(region.shifted(distance));
    }
  }

  static Datatype basic(AtomicType type, long extent, boolean integer) {
    return new Datatype(List.of(new Piece(Region.of(0, type.size()), type)), extent, integer);
  }

  /** Whether it is a single integer of a size that can be updated atomically. */
  boolean isOneInteger() {
    if (!integer || extent > Long.BYTES) {
      return false;
    }
    Region region = pieces.get(0).region;
    return region.start() == 0 && region.size() == extent;
  }

  /** The type of its only block, as most have; null if it has more. */
  @Nullable AtomicType onlyBlock() {
    return pieces.size() == 1 && pieces.get(0).region.isOneBlock() ? pieces.get(0).basic : null;
  }

  /** What {@code count} elements of a type with only one block cover at an address. */
  Region blocksAt(long address, long count) {
    Region block = pieces.get(0).region;
    return new Region(block.start() + address, block.size(), count, extent, 1, 0);
  }

  /** What {@code count} elements at an address cover. */
  List<Piece> at(long address, long count) {
    return repeat(pieces, address, count, extent);
  }

  private static void limit(List<Piece> pieces) {
    if (pieces.size() > MOST_PIECES) {
      throw new IllegalArgumentException("a datatype of more than a million pieces");
    }
  }

  static List<Piece> shift(List<Piece> pieces, long distance) {
    return repeat(pieces, distance, 1, 0);
  }

  /** The pieces, again at each of the distances. */
  static List<Piece> scatter(List<Piece> pieces, long[] distances) {
    Distances sorted = Distances.of(distances);
    List<Piece> result = new ArrayList<>();
    for (Piece piece : pieces) {
      if (piece.region.rows() == 1) {
        result.add(piece.with(Region.scattered(piece.region, sorted)));
      } else {
        for (long distance : distances) {
          result.add(piece.shifted(distance));
          limit(result);
        }
      }
    }
    return result;
  }

  /** The pieces, {@code count} times, {@code step} bytes apart. */
  static List<Piece> repeat(List<Piece> pieces, long count, long step) {
    return repeat(pieces, 0, count, step);
  }

  private static List<Piece> repeat(List<Piece> pieces, long from, long count, long step) {
    if (count <= 0) {
      return List.of();
    }
    List<Piece> result = new ArrayList<>(pieces.size());
    for (Piece piece : pieces) {
      Region r = piece.region;
      long start = r.start() + from;
      if (count == 1) {
        result.add(piece.shifted(from));
      } else if (r.isOneBlock()) {
        result.add(piece.with(new Region(start, r.size(), count, step, 1, 0)));
      } else if (r.rows() == 1) {
        result.add(piece.with(new Region(start, r.size(), r.count(), r.stride(), count, step)));
      } else {
        for (long i = 0; i < count; i++) {
          result.add(piece.shifted(from + i * step));
          limit(result);
        }
      }
    }
    return result;
  }
}
