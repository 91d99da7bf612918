package fencepost.check.mpi;

import fencepost.check.machine.MachineMemory;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A datatype: which bytes of a buffer it means (MPI 4.1, 5.1), and how it was constructed.
 *
 * @param pieces runs of elements of one basic type, in the order of the type map
 * @param lower the lower bound; with the extent it says where the next element begins
 * @param origin how it was made, as {@code MPI_Type_get_contents} tells it
 */
record TypeLayout(List<Piece> pieces, long lower, long extent, Origin origin) {

  /** Elements of a basic type without gaps. */
  record Piece(long offset, Basic basic, int count) {
    int bytes() {
      return basic.size() * count;
    }
  }

  /** The constructor's number in records, and its arguments; the table's index of a basic type. */
  record Origin(int shape, List<Long> integers, List<Long> addresses, List<Long> types, int index) {
    static Origin basic(int index) {
      return new Origin(0, List.of(), List.of(), List.of(), index);
    }
  }

  static TypeLayout of(Basic basic, long extent, int index) {
    return new TypeLayout(List.of(new Piece(0, basic, 1)), 0, extent, Origin.basic(index));
  }

  long size() {
    return pieces.stream().mapToLong(Piece::bytes).sum();
  }

  long upper() {
    return lower + extent;
  }

  long trueLower() {
    return pieces.stream().mapToLong(Piece::offset).min().orElse(0);
  }

  long trueUpper() {
    return pieces.stream().mapToLong(p -> p.offset + p.bytes()).max().orElse(0);
  }

  /** The basic type, if there is only one. */
  Basic basic() {
    return pieces.isEmpty() ? new Basic("byte", 1) : pieces.get(0).basic;
  }

  /** The pieces of some elements, one behind the other, joined where they touch. */
  List<Piece> at(long address, long count) {
    List<Piece> all = new ArrayList<>();
    if (pieces.size() == 1 && pieces.get(0).bytes() == extent && count > 0) {
      Piece piece = pieces.get(0);
      return List.of(new Piece(address + piece.offset, piece.basic, (int) (piece.count * count)));
    }
    for (long i = 0; i < count; i++) {
      for (Piece piece : pieces) {
        all.add(new Piece(address + i * extent + piece.offset, piece.basic, piece.count));
      }
    }
    return List.copyOf(all);
  }

  /** Reads elements out of memory. */
  byte[] pack(MachineMemory memory, long address, long count) {
    List<Piece> places = at(address, count);
    if (places.size() == 1) {
      return memory.bytes(places.get(0).offset, places.get(0).bytes());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Piece piece : places) {
      bytes.writeBytes(memory.bytes(piece.offset, piece.bytes()));
    }
    return bytes.toByteArray();
  }

  /** Writes elements into memory, as many as there are bytes for. */
  void unpack(MachineMemory memory, long address, long count, byte[] bytes) {
    int from = 0;
    for (Piece piece : at(address, count)) {
      int length = Math.min(piece.bytes(), bytes.length - from);
      if (length <= 0) {
        return;
      }
      memory.write(piece.offset, java.util.Arrays.copyOfRange(bytes, from, from + length));
      from += length;
    }
  }
}
