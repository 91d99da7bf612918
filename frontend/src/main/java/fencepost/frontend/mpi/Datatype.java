package fencepost.frontend.mpi;

import fencepost.model.AtomicType;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * A datatype as the bytes it covers (MPI 4.1, 5.1): pieces relative to the buffer address, each of
 * one basic type.
 *
 * @param extent the distance between two elements
 */
record Datatype(List<Piece> pieces, long extent) {

  /** Equally spaced blocks of one basic type. */
  record Piece(Region region, AtomicType basic) {}

  static Datatype basic(AtomicType type, long extent) {
    return new Datatype(List.of(new Piece(Region.of(0, type.size()), type)), extent);
  }

  /** What {@code count} elements at an address cover. */
  List<Piece> at(long address, long count) {
    List<Piece> result = new ArrayList<>(pieces.size());
    if (count <= 0) {
      return result;
    }
    for (Piece piece : pieces) {
      Region region = piece.region;
      if (region.rows() == 1) {
        result.add(with(piece, repeat(region, address, count)));
      } else {
        for (long i = 0; i < count; i++) {
          result.add(with(piece, region.shifted(address + i * extent)));
        }
      }
    }
    return result;
  }

  private Region repeat(Region once, long address, long count) {
    return new Region(
        once.start() + address, once.size(), once.count(), once.stride(), count, extent);
  }

  private static Piece with(Piece piece, Region region) {
    return new Piece(region, piece.basic);
  }
}
