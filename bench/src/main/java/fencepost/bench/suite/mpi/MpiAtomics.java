package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.on;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.OracleRegion.Element;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Which accumulating operations of MPI are atomic with each other. */
final class MpiAtomics extends Catalogue {
  /** Memory that is aligned for every type. */
  private static final ArrayVariable X = Mpi.X.of(ValueType.LONG, 4);

  /** A window in which any byte can be the first of an access. */
  private static final WindowCode BYTES =
      new WindowCode("win", X, WindowCode.Constructor.CREATE, 1);

  private record Types(ValueType one, ValueType other, boolean racy) {}

  private static final List<Types> TYPES =
      List.of(
          new Types(ValueType.INT, ValueType.INT, false),
          new Types(ValueType.LONG, ValueType.LONG, false),
          new Types(ValueType.SHORT, ValueType.SHORT, false),
          new Types(ValueType.DOUBLE, ValueType.DOUBLE, false),
          new Types(ValueType.FLOAT, ValueType.FLOAT, false),
          new Types(ValueType.UNSIGNED, ValueType.UNSIGNED, false),
          new Types(ValueType.INT, ValueType.INT32, false),
          new Types(ValueType.LONG, ValueType.INT64, false),
          new Types(ValueType.SHORT, ValueType.INT, true),
          new Types(ValueType.INT, ValueType.LONG, true),
          new Types(ValueType.FLOAT, ValueType.INT, true),
          new Types(ValueType.DOUBLE, ValueType.LONG, true),
          new Types(ValueType.DOUBLE, ValueType.FLOAT, true),
          new Types(ValueType.UNSIGNED, ValueType.INT, true),
          new Types(ValueType.UNSIGNED_LONG, ValueType.LONG, true));

  private MpiAtomics() {
    super(Model.MPI, Category.ATOMIC);
  }

  static List<Scenario> all() {
    MpiAtomics atomics = new MpiAtomics();
    TYPES.forEach(atomics::types);
    atomics.calls();
    atomics.operations();
    atomics.offsets();
    atomics.derived();
    return atomics.scenarios();
  }

  private void types(Types types) {
    Section one = X.bytes(0, Layout.of(types.one, 1));
    Section other = X.bytes(0, Layout.of(types.other, 1));
    String name = word(types.one) + "-" + word(types.other);
    String why =
        types.racy
            ? "Operations on different basic types are not atomic with each other."
            : "Operations on the same basic type are atomic.";
    twoOrigins(name, types.racy, why, accumulate(one, ""), accumulate(other, ""));
    sameOrigin(name + "-sameorigin", types.racy, why, accumulate(one, ""), accumulate(other, "2"));
  }

  private void calls() {
    Section number = ints(0, 1);
    Section large = X.bytes(0, Layout.of(ValueType.LONG, 1));
    List<RmaCall> calls =
        List.of(
            RmaCall.GET_ACCUMULATE,
            RmaCall.FETCH_AND_OP,
            RmaCall.COMPARE_AND_SWAP,
            RmaCall.RACCUMULATE);
    for (RmaCall call : calls) {
      String name =
          call.function().replaceFirst("MPI_", "").replace("_", "").toLowerCase(Locale.ROOT);
      twoOrigins(
          "accumulate-" + name + "-int",
          false,
          "All accumulating calls are atomic with each other.",
          accumulate(number, ""),
          call(call, number, "2"));
      twoOrigins(
          "accumulate-" + name + "-int-long",
          true,
          "All accumulating calls need the same basic type.",
          accumulate(number, ""),
          call(call, large, "2"));
    }
    twoOrigins(
        "read-float",
        true,
        "An atomic read needs the same basic type too.",
        accumulate(number, ""),
        call(RmaCall.GET_ACCUMULATE, X.bytes(0, Layout.of(ValueType.FLOAT, 1)), "2")
            .with("MPI_NO_OP"));
    twoOrigins(
        "read-read",
        false,
        "Atomic reads do not disturb each other, whatever their types.",
        call(RmaCall.GET_ACCUMULATE, number, "").with("MPI_NO_OP"),
        call(RmaCall.GET_ACCUMULATE, X.bytes(0, Layout.of(ValueType.FLOAT, 1)), "2")
            .with("MPI_NO_OP"));
  }

  private void operations() {
    for (String op : List.of("MPI_PROD", "MPI_MAX", "MPI_BOR", "MPI_REPLACE")) {
      twoOrigins(
          "sum-" + op.substring(4).toLowerCase(Locale.ROOT),
          false,
          "Different operations are atomic with each other.",
          accumulate(ints(0, 1), ""),
          accumulate(ints(0, 1), "2").with(op));
    }
    twoOrigins(
        "replace-replace",
        false,
        "Replacing is an update like others.",
        accumulate(ints(0, 1), "").with("MPI_REPLACE"),
        accumulate(ints(0, 1), "2").with("MPI_REPLACE"));
  }

  private void offsets() {
    Section first = ints(0, 1);
    for (int offset = 1; offset <= 4; offset++) {
      Section shifted = X.bytes(offset, Layout.of(ValueType.INT, 1));
      twoOrigins(
          "offset-" + offset,
          offset < 4,
          offset < 4 ? "The values overlap, but do not coincide." : "The values do not overlap.",
          misaligned(first, ""),
          misaligned(shifted, "2"));
    }
    twoOrigins(
        "array-aligned",
        false,
        "The arrays overlap element by element.",
        accumulate(ints(0, 4), ""),
        accumulate(ints(2, 4), "2"));
    twoOrigins(
        "array-shifted",
        true,
        "The arrays overlap, but their elements do not coincide.",
        misaligned(ints(0, 4), ""),
        misaligned(X.bytes(6, Layout.of(ValueType.INT, 4)), "2"));
    twoOrigins(
        "array-disjoint",
        false,
        "The arrays do not overlap.",
        accumulate(ints(0, 4), ""),
        accumulate(ints(4, 4), "2"));
    twoOrigins(
        "array-types",
        true,
        "One element of the arrays is used with two types.",
        accumulate(ints(0, 4), ""),
        accumulate(X.bytes(12, Layout.of(ValueType.FLOAT, 4)), "2"));
  }

  private void derived() {
    DerivedType even = DerivedType.vector(ValueType.INT, 4, 1, 2);
    twoOrigins(
        "vector-vector",
        false,
        "The same derived type, element by element.",
        accumulate(X.bytes(0, even), ""),
        accumulate(X.bytes(0, even), "2"));
    twoOrigins(
        "vector-int",
        false,
        "A derived type counts by its basic type.",
        accumulate(X.bytes(0, even), ""),
        accumulate(ints(2, 1), "2"));
    twoOrigins(
        "vector-float",
        true,
        "A derived type counts by its basic type.",
        accumulate(X.bytes(0, even), ""),
        accumulate(X.bytes(8, Layout.of(ValueType.FLOAT, 1)), "2"));
    twoOrigins(
        "vector-gap",
        false,
        "A float in a gap of the derived type.",
        accumulate(X.bytes(0, even), ""),
        accumulate(X.bytes(4, Layout.of(ValueType.FLOAT, 1)), "2"));
    twoOrigins(
        "vector-odd",
        false,
        "Derived types that mesh do not overlap.",
        accumulate(X.bytes(0, DerivedType.vector(ValueType.INT, 3, 1, 2)), ""),
        accumulate(X.bytes(4, DerivedType.vector(ValueType.INT, 3, 1, 2)), "2"));
    DerivedType resized =
        DerivedType.of("contiguous_t", "MPI_Type_contiguous(3, MPI_INT", ValueType.INT, 0, 1, 2);
    twoOrigins(
        "contiguous-shifted",
        true,
        "A derived type at an odd offset.",
        misaligned(X.bytes(0, resized), ""),
        misaligned(X.bytes(2, resized), "2"));
    DerivedType dup = DerivedType.of("dup_t", "MPI_Type_dup(MPI_INT", ValueType.INT, 0);
    twoOrigins(
        "dup-int",
        false,
        "A duplicate of a basic type is that type.",
        accumulate(X.bytes(0, dup), ""),
        accumulate(ints(0, 1), "2"));
    DerivedType indexed =
        DerivedType.of(
            "indexed_t",
            "MPI_Type_create_indexed_block(2, 1, (int[]){0, 3}, MPI_INT",
            ValueType.INT,
            0,
            3);
    twoOrigins(
        "indexed-float",
        true,
        "The second block of the type meets a float.",
        accumulate(X.bytes(0, indexed), ""),
        accumulate(X.bytes(12, Layout.of(ValueType.FLOAT, 1)), "2"));
    twoOrigins(
        "indexed-int",
        false,
        "The second block of the type meets an int.",
        accumulate(X.bytes(0, indexed), ""),
        accumulate(ints(3, 1), "2"));
    DerivedType mixed =
        new DerivedType(
            "struct_t",
            "MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 4},"
                + " (MPI_Datatype[]){MPI_INT, MPI_FLOAT}",
            ValueType.INT,
            List.of(
                new Element(0, 4, ValueType.INT.atomicity()),
                new Element(4, 4, ValueType.FLOAT.atomicity())));
    twoOrigins(
        "struct-int",
        true,
        "The float of the structure meets an int.",
        put(Mpi.BUF.bytes(0, mixed), X.bytes(0, mixed)),
        accumulate(ints(1, 1), "2"));
    twoOrigins(
        "struct-behind",
        false,
        "The int lies behind the structure.",
        put(Mpi.BUF.bytes(0, mixed), X.bytes(0, mixed)),
        accumulate(ints(2, 1), "2"));
  }

  /** Accumulates want one basic type; what a structure touches is seen with a put. */
  private static Rma put(Section origin, Section remote) {
    return Mpi.put(origin, 1, remote).on(BYTES);
  }

  private static Rma accumulate(Section remote, String suffix) {
    return call(RmaCall.ACCUMULATE, remote, suffix);
  }

  /** Products: sums may be done by the hardware, which stops at misaligned addresses. */
  private static Rma misaligned(Section remote, String suffix) {
    return accumulate(remote, suffix).with("MPI_PROD");
  }

  private static Rma call(RmaCall call, Section remote, String suffix) {
    ValueType type = remote.type();
    int count = remote.layout().elements(0).size();
    ArrayVariable origin = memory("buf", type, suffix);
    ArrayVariable result = memory("result", type, suffix);
    Rma rma = Mpi.rma(call, origin.at(0, count), result.at(0, count), 1, remote);
    return new Rma(
        call,
        rma.origin(),
        memory("compare", type, suffix).at(0),
        rma.result(),
        1,
        remote,
        BYTES,
        rma.op(),
        Mpi.REQUEST);
  }

  /** Integers of the window. */
  private static Section ints(int first, int count) {
    return X.bytes((long) first * ValueType.INT.size(), Layout.of(ValueType.INT, count));
  }

  private static ArrayVariable memory(String name, ValueType type, String suffix) {
    return new ArrayVariable(name + "_" + word(type) + suffix, type, 8, Storage.STACK);
  }

  private void twoOrigins(String name, boolean racy, String why, Rma one, Rma other) {
    add(
        name,
        3,
        Pair.remote(one, other),
        racy,
        why,
        List.of(
            new Epochs.LockAll(BYTES),
            on(0, done(one)),
            on(2, done(other)),
            new Epochs.UnlockAll(BYTES)));
  }

  private void sameOrigin(String name, boolean racy, String why, Rma one, Rma other) {
    add(
        name,
        2,
        Pair.remote(one, other),
        racy,
        why,
        List.of(new Epochs.LockAll(BYTES), on(0, one, other), new Epochs.UnlockAll(BYTES)));
  }

  private static Statement[] done(Rma rma) {
    return rma.call().hasRequest()
        ? new Statement[] {rma, Mpi.await(Mpi.REQUEST)}
        : new Statement[] {rma};
  }

  private static String word(ValueType type) {
    return type.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
