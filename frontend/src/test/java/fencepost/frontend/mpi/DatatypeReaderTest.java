package fencepost.frontend.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.engine.Detector;
import fencepost.frontend.Strict;
import fencepost.frontend.program.Program;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each constructor of MPI 4.1, 5.1.2 to 5.1.5, as the bytes that it covers. */
class DatatypeReaderTest {
  private static final int INT = 1;
  private static final int DOUBLE = 2;
  private static final int NEW = 3;
  private static final long FORTRAN = 77;
  private static final long CYCLIC = 78;

  private MpiFrontEnd frontEnd = frontEnd(Set.of());
  private final Map<Long, Datatype> known = new HashMap<>();

  private static MpiFrontEnd frontEnd(Set<Strict> strict) {
    return new MpiFrontEnd(new Program(new Detector((a, b, details) -> {})), strict);
  }

  // ---- a small language for records ----

  private void read(long... slots) {
    known.put(
        slots[0],
        DatatypeReader.read(frontEnd, constants(), new Record(slots), handle -> known(handle)));
  }

  private Datatype known(long handle) {
    return Objects.requireNonNull(known.get(handle));
  }

  private MpiConstants constants() {
    var names = frontEnd.table().constants();
    long[] slots = new long[3 + names.size()];
    slots[3 + names.indexOf("MPI_ORDER_FORTRAN")] = FORTRAN;
    slots[3 + names.indexOf("MPI_DISTRIBUTE_CYCLIC")] = CYCLIC;
    return new MpiConstants(frontEnd.table(), new Record(slots));
  }

  private void basic(int handle, String name, int size) {
    var types = frontEnd.table().datatypes();
    int index = 0;
    while (!types.get(index).name().equals(name)) {
      index++;
    }
    read(handle, index, size, size);
  }

  private static long[] integers(long... values) {
    return values;
  }

  private static long[] addresses(long... values) {
    return values;
  }

  /** A type of some constructor; the elements are the given types. */
  private Datatype type(int shape, long extent, long[] integers, long[] addresses, long... types) {
    basic(INT, "MPI_INT", Integer.BYTES);
    basic(DOUBLE, "MPI_DOUBLE", Double.BYTES);
    read(
        join(
            new long[] {NEW, -1, 0, extent, shape},
            new long[] {integers.length, addresses.length, types.length},
            integers,
            addresses,
            types));
    return known(NEW);
  }

  private static long[] join(long[]... parts) {
    LongStream all = LongStream.empty();
    for (long[] part : parts) {
      all = LongStream.concat(all, LongStream.of(part));
    }
    return all.toArray();
  }

  /** The integers that one element covers, by their number. */
  private static Set<Long> ints(Datatype type) {
    Set<Long> covered = new TreeSet<>();
    for (Datatype.Piece piece : type.at(0, 1)) {
      for (long i = -16; i < 64; i++) {
        if (piece.region().commonByte(Region.of(i * Integer.BYTES, 1)) != Region.NONE) {
          covered.add(i);
        }
      }
    }
    return covered;
  }

  // ---- the constructors ----

  @Test
  void contiguousRepeatsItsTypeWithoutGaps() {
    assertThat(ints(type(2, 12, integers(3), addresses(), INT))).containsExactly(0L, 1L, 2L);
  }

  @Test
  void vectorRepeatsBlocksAtItsStride() {
    assertThat(ints(type(3, 28, integers(2, 2, 5), addresses(), INT)))
        .containsExactly(0L, 1L, 5L, 6L);
  }

  @Test
  void hvectorMayGoDown() {
    assertThat(ints(type(4, 4, integers(3, 1), addresses(-8), INT))).containsExactly(-4L, -2L, 0L);
  }

  @Test
  void indexedLeavesOutEmptyBlocks() {
    assertThat(ints(type(5, 28, integers(3, 1, 0, 2, 0, 3, 5), addresses(), INT)))
        .containsExactly(0L, 5L, 6L);
  }

  @Test
  void hindexedHasItsBlocksAtDistancesInBytes() {
    assertThat(ints(type(6, 28, integers(2, 1, 2), addresses(16, 0), INT)))
        .containsExactly(0L, 1L, 4L);
  }

  @Test
  void indexedBlockHasBlocksOfOneLength() {
    assertThat(ints(type(7, 28, integers(2, 2, 4, 0), addresses(), INT)))
        .containsExactly(0L, 1L, 4L, 5L);
  }

  @Test
  void hindexedBlockHasBlocksOfOneLengthAtDistancesInBytes() {
    assertThat(ints(type(8, 28, integers(2, 1), addresses(4, 12), INT))).containsExactly(1L, 3L);
  }

  @Test
  void structHasItsTypesAtTheirPlaces() {
    Datatype type = type(9, 24, integers(2, 1, 2), addresses(0, 8), INT, DOUBLE);
    assertThat(ints(type)).containsExactly(0L, 2L, 3L, 4L, 5L);
    assertThat(type.pieces().stream().map(piece -> piece.basic().name()))
        .containsExactly("int4", "float8");
  }

  @Test
  void subarrayFollowsTheOrderOfItsLanguage() {
    long[] c = integers(2, 3, 4, 2, 2, 1, 0, 0);
    assertThat(ints(type(10, 48, c, addresses(), INT))).containsExactly(4L, 5L, 8L, 9L);
    long[] fortran = integers(2, 3, 4, 2, 2, 1, 0, FORTRAN);
    assertThat(ints(type(10, 48, fortran, addresses(), INT))).containsExactly(1L, 2L, 4L, 5L);
  }

  @Test
  void darrayGivesEveryOtherRowToACyclicProcess() {
    long[] contents = integers(2, 1, 2, 4, 2, CYCLIC, 0, 0, 0, 2, 1, 0);
    assertThat(ints(type(11, 32, contents, addresses(), INT))).containsExactly(2L, 3L, 6L, 7L);
  }

  @Test
  void resizedChangesOnlyTheDistanceOfElements() {
    Datatype type = type(12, 12, integers(), addresses(0, 12), INT);
    assertThat(ints(type)).containsExactly(0L);
    assertThat(type.at(0, 3))
        .singleElement()
        .extracting(piece -> piece.region().stride())
        .isEqualTo(12L);
  }

  @Test
  void aDuplicateOfAnIntegerIsAnInteger() {
    assertThat(type(1, 4, integers(), addresses(), INT).isOneInteger()).isTrue();
    assertThat(type(2, 8, integers(2), addresses(), INT).isOneInteger()).isFalse();
    assertThat(type(2, 0, integers(0), addresses(), INT).isOneInteger()).isFalse();
  }

  @Test
  void typesOfOneSizeAndClassAreTheSameUnlessStrictlyRead() {
    basic(INT, "MPI_INT", Integer.BYTES);
    basic(NEW, "MPI_INT32_T", Integer.BYTES);
    assertThat(known(INT)).isEqualTo(known(NEW));
    frontEnd = frontEnd(Set.of(Strict.TYPES));
    basic(INT, "MPI_INT", Integer.BYTES);
    basic(NEW, "MPI_INT32_T", Integer.BYTES);
    assertThat(known(INT)).isNotEqualTo(known(NEW));
  }

  /** A record of the given slots. */
  private static final class Record extends RecordCursor {
    private final ByteBuffer words;

    Record(long... slots) {
      words = ByteBuffer.allocate(Long.BYTES * (slots.length + 1));
      words.putLong((slots.length + 1L) << 32 | RecordCursor.DATATYPE);
      LongStream.of(slots).forEach(words::putLong);
      assertThat(hasRecord()).isTrue();
    }

    @Override
    protected ByteBuffer buffer() {
      return words;
    }

    @Override
    protected int offset() {
      return 0;
    }

    @Override
    protected long available() {
      return words.capacity();
    }

    @Override
    protected void skip(long bytes) {}

    @Override
    public long heardUntil() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
