package fencepost.frontend.mpi;

import fencepost.frontend.Strict;
import fencepost.frontend.mpi.Datatype.Piece;
import fencepost.model.AtomicType;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Reads the description of a datatype: how it was constructed, as MPI_Type_get_contents tells it
 * (MPI 4.1, 5.1.13).
 *
 * <pre>
 *   handle | index in the API table or -1 | size | extent | shape | lengths | integers | addresses | types
 * </pre>
 */
final class DatatypeReader {
  private static final int SHAPE = 4;
  private static final int DUP = 1;
  private static final int FIRST = 8;

  private final RecordCursor record;
  private final MpiConstants constants;
  private final LongFunction<Datatype> known;
  private final long extent;

  private DatatypeReader(
      RecordCursor record, MpiConstants constants, LongFunction<Datatype> known) {
    this.record = record;
    this.constants = constants;
    this.known = known;
    this.extent = record.slot(3);
  }

  static Datatype read(
      MpiFrontEnd frontEnd,
      MpiConstants constants,
      RecordCursor record,
      LongFunction<Datatype> known) {
    int index = (int) record.slot(1);
    int size = (int) record.slot(2);
    if (index >= frontEnd.table().datatypes().size()) {
      throw new BrokenTraceException("a datatype of unknown number " + index);
    }
    if (index >= 0) {
      ApiTable.BasicType type = frontEnd.table().datatypes().get(index);
      String name = frontEnd.is(Strict.TYPES) ? type.name() : type.typeClass() + size;
      boolean integer = type.typeClass().endsWith("int") && !type.typeClass().startsWith("pair");
      AtomicType basic = frontEnd.shared(new AtomicType(name, size));
      return Datatype.basic(basic, record.slot(3), integer);
    }
    if (record.slot(SHAPE) <= 0) {
      return Datatype.basic(new AtomicType("other" + size, size), record.slot(3), false);
    }
    DatatypeReader reader = new DatatypeReader(record, constants, known);
    return new Datatype(reader.pieces(), reader.extent, reader.isInteger());
  }

  /** Another name for an integer. */
  private boolean isInteger() {
    return record.slot(SHAPE) == DUP && type(0).integer();
  }

  private List<Piece> pieces() {
    return switch ((int) record.slot(SHAPE)) {
      case DUP, 12 -> type(0).pieces(); // dup, resized
      case 2 -> contiguous(integer(0), type(0)); // contiguous
      case 3 -> vector(integer(0), integer(1), integer(2) * type(0).extent()); // vector
      case 4 -> vector(integer(0), integer(1), address(0)); // hvector
      case 5 -> indexed();
      case 6 -> blocks(i -> integer(1 + i), this::address); // hindexed
      case 7 -> indexedBlock();
      case 8 -> scattered(integer(1), this::address); // hindexed_block
      case 9 -> struct();
      case 10 -> subarray();
      case 11 -> DistributedArray.pieces(this::integer, constants, type(0));
      default ->
          throw new BrokenTraceException("a datatype of unknown shape " + record.slot(SHAPE));
    };
  }

  private static List<Piece> contiguous(long count, Datatype type) {
    return Datatype.repeat(type.pieces(), count, type.extent());
  }

  private List<Piece> vector(long count, long blockLength, long stride) {
    return Datatype.repeat(contiguous(blockLength, type(0)), count, stride);
  }

  private List<Piece> indexed() {
    long extent = type(0).extent();
    int first = 1 + count();
    return blocks(i -> integer(1 + i), i -> integer(first + i) * extent);
  }

  private List<Piece> indexedBlock() {
    long extent = type(0).extent();
    return scattered(integer(1), i -> integer(2 + i) * extent);
  }

  /** As many blocks of one length as there are displacements. */
  private List<Piece> scattered(long length, ByIndex displacement) {
    long[] displacements = new long[count()];
    for (int i = 0; i < displacements.length; i++) {
      displacements[i] = displacement.get(i);
    }
    return displacements.length == 0
        ? List.of()
        : Datatype.scatter(contiguous(length, type(0)), displacements);
  }

  private interface ByIndex {
    long get(int index);
  }

  /** Blocks of the same length are told together: there may be very many. */
  private List<Piece> blocks(ByIndex length, ByIndex displacement) {
    Long2ObjectLinkedOpenHashMap<LongArrayList> displacements =
        new Long2ObjectLinkedOpenHashMap<>();
    int count = count();
    LongArrayList ofLength = new LongArrayList();
    for (int i = 0; i < count; i++) {
      long blockLength = length.get(i);
      if (i == 0 || blockLength != length.get(i - 1)) {
        ofLength = displacements.computeIfAbsent(blockLength, key -> new LongArrayList(count));
      }
      ofLength.add(displacement.get(i));
    }
    List<Piece> pieces = new ArrayList<>();
    displacements.forEach(
        (blockLength, at) ->
            pieces.addAll(Datatype.scatter(contiguous(blockLength, type(0)), at.toLongArray())));
    return pieces;
  }

  private List<Piece> struct() {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count(); i++) {
      pieces.addAll(Datatype.shift(contiguous(integer(1 + i), type(i)), address(i)));
    }
    return pieces;
  }

  /** Sizes, subsizes and starts of each dimension, then the order (5.1.3). */
  private List<Piece> subarray() {
    int dimensions = count();
    boolean fortran = integer(3 * dimensions + 1) == constants.fortranOrder;
    List<Piece> pieces = type(0).pieces();
    long step = type(0).extent();
    long start = 0;
    for (int d = 0; d < dimensions; d++) {
      int dimension = fortran ? d : dimensions - 1 - d; // the fastest one first
      pieces = Datatype.repeat(pieces, integer(1 + dimensions + dimension), step);
      start += integer(1 + 2 * dimensions + dimension) * step;
      step *= integer(1 + dimension);
    }
    return Datatype.shift(pieces, start);
  }

  /** Of what is listed in the record, one by one. */
  private int count() {
    long count = integer(0);
    if (count < 0 || count > record.slots()) {
      throw new BrokenTraceException("a datatype of " + count + " blocks");
    }
    return (int) count;
  }

  private long integer(int index) {
    return record.slot(FIRST + index);
  }

  private long address(int index) {
    return record.slot(FIRST + (int) record.slot(SHAPE + 1) + index);
  }

  private Datatype type(int index) {
    int before = (int) (record.slot(SHAPE + 1) + record.slot(SHAPE + 2));
    return known.apply(record.slot(FIRST + before + index));
  }
}
