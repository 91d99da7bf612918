package fencepost.check.mpi;

import fencepost.check.mpi.TypeLayout.Origin;
import fencepost.check.mpi.TypeLayout.Piece;
import fencepost.frontend.mpi.DistributedArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;

/** Datatypes (MPI 4.1, chapter 5). */
final class TypeCalls {
  private TypeCalls() {}

  static void addTo(MpiModel library) {
    library.rule("MPI_Type_commit", MpiCall::done);
    library.rule(
        "MPI_Type_free",
        call -> {
          call.storeHandle("datatype", "MPI_Datatype", call.header.constant("MPI_DATATYPE_NULL"));
          call.done();
        });
    library.rule(
        "MPI_Type_dup",
        call -> {
          TypeLayout old = type(call, 0);
          define(
              call,
              1,
              old.pieces(),
              old.lower(),
              old.extent(),
              1,
              longs(),
              longs(),
              List.of(call.at(0)));
        });
    library.rule(
        "MPI_Type_contiguous",
        call -> blocks(call, 1, 2, 2, longs(call.at(0)), longs(), new long[] {call.at(0)}, i -> 0));
    library.rule(
        "MPI_Type_vector",
        call ->
            vector(
                call,
                call.integerAt(2) * type(call, 3).extent(),
                3,
                longs(call.at(0), call.at(1), call.at(2)),
                longs()));
    library.rules(
        call -> vector(call, call.at(2), 4, longs(call.at(0), call.at(1)), longs(call.at(2))),
        "MPI_Type_create_hvector",
        "MPI_Type_hvector");
    library.rule("MPI_Type_indexed", call -> indexed(call, 5, countSize(call), true));
    library.rules(
        call -> indexed(call, 6, 8, false), "MPI_Type_create_hindexed", "MPI_Type_hindexed");
    library.rule(
        "MPI_Type_create_indexed_block", call -> indexedBlock(call, 7, countSize(call), true));
    library.rule("MPI_Type_create_hindexed_block", call -> indexedBlock(call, 8, 8, false));
    library.rules(TypeCalls::struct, "MPI_Type_create_struct", "MPI_Type_struct");
    library.rule("MPI_Type_create_subarray", TypeCalls::subarray);
    library.rule("MPI_Type_create_darray", TypeCalls::distributedArray);
    library.rule("MPI_Type_create_f90_real", call -> real(call, "MPI_REAL", 1));
    library.rule("MPI_Type_create_f90_complex", call -> real(call, "MPI_COMPLEX", 2));
    library.rule("MPI_Type_create_f90_integer", TypeCalls::integer);
    library.rule(
        "MPI_Type_create_resized",
        call ->
            define(
                call,
                3,
                type(call, 0).pieces(),
                call.at(1),
                call.at(2),
                12,
                longs(),
                longs(call.at(1), call.at(2)),
                List.of(call.at(0))));
    library.rule("MPI_Type_size", call -> answer(call, 4, type(call, 0).size()));
    library.rules(
        call -> answer(call, 8, type(call, 0).size()), "MPI_Type_size_x", "MPI_Type_size_c");
    library.rules(
        call -> answers(call, type(call, 0).lower(), type(call, 0).extent()),
        "MPI_Type_get_extent",
        "MPI_Type_get_extent_x");
    library.rule(
        "MPI_Type_get_true_extent",
        call -> {
          TypeLayout type = type(call, 0);
          answers(call, type.trueLower(), type.trueUpper() - type.trueLower());
        });
    library.rules(call -> answer(call, 8, type(call, 0).extent()), "MPI_Type_extent");
    library.rules(call -> answer(call, 8, call.at(0)), "MPI_Get_address", "MPI_Address");
    library.rule("MPI_Aint_add", call -> call.invocation().returns(call.at(0) + call.at(1)));
    library.rule("MPI_Aint_diff", call -> call.invocation().returns(call.at(0) - call.at(1)));
    library.rules(TypeCalls::count, "MPI_Get_count", "MPI_Get_elements");
    library.rule("MPI_Type_get_envelope", call -> TypeContents.of(call).envelope(call));
    library.rule("MPI_Type_get_envelope_c", call -> TypeContents.ofLarge(call).envelope(call));
    library.rule("MPI_Type_get_contents", call -> TypeContents.of(call).store(call, false));
    library.rule("MPI_Type_get_contents_c", call -> TypeContents.ofLarge(call).store(call, true));
  }

  private static TypeLayout type(MpiCall call, int argument) {
    return call.process.type(call.at(argument));
  }

  private static void answer(MpiCall call, int size, long value) {
    call.memory().store(call.at(1), size, value);
    call.done();
  }

  private static void answers(MpiCall call, long first, long second) {
    call.memory().store(call.at(1), 8, first);
    call.memory().store(call.at(2), 8, second);
    call.done();
  }

  private static List<Long> longs(long... values) {
    return LongStream.of(values).boxed().toList();
  }

  private static List<Long> integers(MpiCall call, int argument, int count, int size) {
    return LongStream.range(0, count)
        .map(i -> call.memory().load(call.at(argument) + size * i, size))
        .boxed()
        .toList();
  }

  // ---- constructors ----

  /** The bytes of a count in an array: the forms for large counts have them as MPI_Count. */
  private static int countSize(MpiCall call) {
    return call.name().endsWith("_c") ? 8 : 4;
  }

  private static void define(
      MpiCall call,
      int to,
      List<Piece> pieces,
      long lower,
      long extent,
      int shape,
      List<Long> integers,
      List<Long> addresses,
      List<Long> types) {
    Origin origin = new Origin(shape, integers, addresses, types, -1);
    long handle =
        call.process.add(call.process.types, new TypeLayout(pieces, lower, extent, origin));
    call.process.storeHandle(call.at(to), "MPI_Datatype", handle);
    call.done();
  }

  /** Pieces, and the bounds of the blocks that they come from. */
  private static final class Builder {
    final List<Piece> pieces = new ArrayList<>();
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;

    void block(TypeLayout type, long offset, long count) {
      if (count > 0) {
        pieces.addAll(type.at(offset, count));
        long last = offset + (count - 1) * type.extent();
        lower = Math.min(lower, Math.min(offset, last) + type.lower());
        upper = Math.max(upper, Math.max(offset, last) + type.upper());
      }
    }

    long extent() {
      return pieces.isEmpty() ? 0 : upper - lower;
    }

    long lower() {
      return pieces.isEmpty() ? 0 : lower;
    }
  }

  private static void define(
      MpiCall call,
      int to,
      Builder b,
      int shape,
      List<Long> integers,
      List<Long> addresses,
      List<Long> types) {
    define(call, to, b.pieces, b.lower(), b.extent(), shape, integers, addresses, types);
  }

  /** Blocks of one type at some distances. */
  private static void blocks(
      MpiCall call,
      int old,
      int to,
      int shape,
      List<Long> integers,
      List<Long> addresses,
      long[] lengths,
      IntToLongFunction offset) {
    Builder builder = new Builder();
    for (int i = 0; i < lengths.length; i++) {
      builder.block(type(call, old), offset.applyAsLong(i), lengths[i]);
    }
    define(call, to, builder, shape, integers, addresses, List.of(call.at(old)));
  }

  private static void vector(
      MpiCall call, long stride, int shape, List<Long> integers, List<Long> addresses) {
    long[] lengths = new long[call.integerAt(0)];
    java.util.Arrays.fill(lengths, call.integerAt(1));
    blocks(call, 3, 4, shape, integers, addresses, lengths, i -> i * stride);
  }

  private static void indexed(MpiCall call, int shape, int size, boolean inElements) {
    int count = call.integerAt(0);
    List<Long> lengths = integers(call, 1, count, countSize(call));
    List<Long> offsets = integers(call, 2, count, size);
    List<Long> integers = new ArrayList<>(longs(count));
    integers.addAll(lengths);
    integers.addAll(inElements ? offsets : longs());
    long unit = inElements ? type(call, 3).extent() : 1;
    blocks(
        call,
        3,
        4,
        shape,
        integers,
        inElements ? longs() : offsets,
        lengths.stream().mapToLong(Long::longValue).toArray(),
        i -> offsets.get(i) * unit);
  }

  private static void indexedBlock(MpiCall call, int shape, int size, boolean inElements) {
    int count = call.integerAt(0);
    List<Long> offsets = integers(call, 2, count, size);
    List<Long> integers = new ArrayList<>(longs(count, call.integerAt(1)));
    integers.addAll(inElements ? offsets : longs());
    long[] lengths = new long[count];
    java.util.Arrays.fill(lengths, call.integerAt(1));
    long unit = inElements ? type(call, 3).extent() : 1;
    blocks(
        call,
        3,
        4,
        shape,
        integers,
        inElements ? longs() : offsets,
        lengths,
        i -> offsets.get(i) * unit);
  }

  /** Its end is padded as the compiler pads a struct (MPI 4.1, 5.1.6). */
  private static void struct(MpiCall call) {
    int count = call.integerAt(0);
    List<Long> lengths = integers(call, 1, count, countSize(call));
    List<Long> offsets = integers(call, 2, count, 8);
    List<Long> types = integers(call, 3, count, call.header.sizeOf("MPI_Datatype"));
    Builder builder = new Builder();
    long alignment = 1;
    for (int i = 0; i < count; i++) {
      TypeLayout type = call.process.type(types.get(i));
      builder.block(type, offsets.get(i), lengths.get(i));
      alignment =
          Math.max(
              alignment,
              type.pieces().stream()
                  .mapToLong(p -> Math.min(16, p.basic().size()))
                  .max()
                  .orElse(1));
    }
    List<Long> integers = new ArrayList<>(longs(count));
    integers.addAll(lengths);
    boolean resized = types.stream().anyMatch(t -> call.process.type(t).origin().shape() == 12);
    long extent = builder.extent();
    long padded =
        resized || Long.bitCount(alignment) != 1
            ? extent
            : (extent + alignment - 1) / alignment * alignment;
    define(call, 4, builder.pieces, builder.lower(), padded, 9, integers, offsets, types);
  }

  private static void subarray(MpiCall call) {
    int dims = call.integerAt(0);
    List<Long> sizes = integers(call, 1, dims, countSize(call));
    List<Long> subsizes = integers(call, 2, dims, countSize(call));
    List<Long> starts = integers(call, 3, dims, countSize(call));
    boolean fortran = call.integerAt(4) == call.header.integer("MPI_ORDER_FORTRAN");
    TypeLayout old = type(call, 5);
    List<Piece> pieces = old.pieces();
    long step = old.extent();
    long start = 0;
    for (int d = 0; d < dims; d++) {
      int dimension = fortran ? d : dims - 1 - d; // the fastest one first
      pieces = new TypeLayout(pieces, 0, step, old.origin()).at(0, subsizes.get(dimension));
      start += starts.get(dimension) * step;
      step *= sizes.get(dimension);
    }
    long distance = start;
    List<Piece> moved =
        pieces.stream().map(p -> new Piece(p.offset() + distance, p.basic(), p.count())).toList();
    List<Long> integers = new ArrayList<>(longs(dims));
    integers.addAll(sizes);
    integers.addAll(subsizes);
    integers.addAll(starts);
    integers.add((long) call.integerAt(4));
    define(call, 6, moved, 0, step, 10, integers, longs(), List.of(call.at(5)));
  }

  private static void distributedArray(MpiCall call) {
    int dims = call.integerAt(2);
    TypeLayout old = type(call, 8);
    List<Long> integers = new ArrayList<>(longs(call.at(0), call.at(1), call.at(2)));
    List<Long> sizes = integers(call, 3, dims, countSize(call));
    integers.addAll(sizes);
    for (int argument = 4; argument <= 6; argument++) {
      integers.addAll(integers(call, argument, dims, 4));
    }
    integers.add((long) call.integerAt(7));
    MpiHeader h = call.header;
    List<Piece> pieces =
        DistributedArray.pieces(
            integers::get,
            new DistributedArray.Kinds(
                h.integer("MPI_ORDER_FORTRAN"), h.integer("MPI_DISTRIBUTE_CYCLIC")),
            old.pieces(),
            old.extent(),
            (some, count, step, from) ->
                new TypeLayout(some, 0, step, old.origin()).at(from, count));
    long extent = sizes.stream().reduce(old.extent(), (a, b) -> a * b);
    define(call, 9, pieces, 0, extent, 11, integers, longs(), List.of(call.at(8)));
  }

  // ---- numbers by their precision and range: the predefined type of that size (19.1.9) ----

  private static void real(MpiCall call, String name, int parts) {
    long digits = given(call, 0);
    long range = given(call, 1);
    int size = digits <= 6 && range <= 37 ? 4 : digits <= 15 && range <= 307 ? 8 : 16;
    predefined(call, 2, name + size * parts);
  }

  private static void integer(MpiCall call) {
    long range = given(call, 0);
    predefined(call, 1, "MPI_INTEGER" + (range <= 2 ? 1 : range <= 4 ? 2 : range <= 9 ? 4 : 8));
  }

  private static long given(MpiCall call, int argument) {
    int value = call.integerAt(argument);
    return value == call.header.integer("MPI_UNDEFINED") ? 0 : value;
  }

  private static void predefined(MpiCall call, int result, String name) {
    call.process.storeHandle(call.at(result), "MPI_Datatype", call.header.constant(name));
    call.done();
  }

  private static void count(MpiCall call) {
    long word = call.memory().load(call.at(0) + call.header.statusRoom(), 8);
    long bytes = word & Long.MAX_VALUE;
    TypeLayout type = type(call, 1);
    long size = call.name().contains("elements") ? type.basic().size() : type.size();
    long count =
        size == 0 ? 0 : bytes % size != 0 ? call.header.integer("MPI_UNDEFINED") : bytes / size;
    call.memory().store(call.at(2), 4, count);
    call.done();
  }
}
