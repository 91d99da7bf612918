package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Store;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random sections of memory and random operations on windows. */
final class RandomAccess {
  /** The size of every array. */
  static final int LONGS = 6;

  private static final List<ValueType> TYPES =
      List.of(ValueType.INT, ValueType.LONG, ValueType.FLOAT, ValueType.INT);
  private static final int BYTES = LONGS * ValueType.LONG.size();

  private final Random random;

  RandomAccess(Random random) {
    this.random = random;
  }

  /** One value in an array, of any type. */
  Section within(ArrayVariable memory) {
    ValueType type = pick(TYPES);
    return memory.bytes(offset(type, type.size()), Layout.of(type, 1));
  }

  /** One value in one of the private buffers. */
  Section withinBuffer() {
    ValueType type = pick(TYPES);
    return buffer(pick(List.of("buf", "result")), type).at(random.nextInt(3));
  }

  /**
   * An operation on a window.
   *
   * @param origin the rank that does it
   * @param passive whether operations with requests are allowed
   */
  Rma operation(int origin, WindowCode window, int target, boolean passive) {
    List<RmaCall> calls = new ArrayList<>(List.of(RmaCall.values()));
    if (origin == target) {
      calls.removeIf(RmaCall::isAtomic); // Open MPI 4.1 crashes
    }
    if (!passive) {
      calls.removeIf(RmaCall::hasRequest);
    }
    RmaCall call = pick(calls);
    ValueType type =
        call == RmaCall.COMPARE_AND_SWAP
            ? pick(List.of(ValueType.INT, ValueType.LONG))
            : pick(TYPES);
    boolean single = call == RmaCall.FETCH_AND_OP || call == RmaCall.COMPARE_AND_SWAP;
    int count = single ? 1 : 1 + random.nextInt(3);
    Section remote = remote(window.memory(), type, count, single);
    int values = remote.layout().elements(0).size();
    Section sent = buffer("buf", type).at(0, values);
    Section result = buffer("result", type).at(0, values);
    return new Rma(
        call,
        sent,
        buffer("compare", type).at(0),
        result,
        target,
        remote,
        window,
        operator(call, type),
        Mpi.REQUEST);
  }

  private Section remote(ArrayVariable memory, ValueType type, int count, boolean single) {
    if (!single && random.nextInt(4) == 0) {
      String name = "every_other_" + type.name().toLowerCase(Locale.ROOT);
      DerivedType vector = DerivedType.vector(type, 2, 1, 2).named(name);
      return memory.bytes(offset(type, 3 * type.size()), vector);
    }
    return memory.bytes(offset(type, count * type.size()), Layout.of(type, count));
  }

  private String operator(RmaCall call, ValueType type) {
    if (!call.isAtomic() || call == RmaCall.COMPARE_AND_SWAP) {
      return "";
    }
    List<String> operators = new ArrayList<>(List.of("MPI_SUM", "MPI_REPLACE", "MPI_MAX"));
    if (type != ValueType.FLOAT) {
      operators.add("MPI_BOR");
    }
    if (call.fetches()) {
      operators.add("MPI_NO_OP");
    }
    return pick(operators);
  }

  /** What comes right after an operation with a request. */
  List<Statement> requestSteps(Rma operation) {
    List<Statement> steps = new ArrayList<>();
    MessageCode.Ending ending =
        pick(List.of(MessageCode.Ending.WAIT, MessageCode.Ending.TEST, MessageCode.Ending.WAITALL));
    boolean early = random.nextBoolean();
    if (early) {
      Section used = operation.call().fetches() ? operation.result() : operation.origin();
      steps.add(new Store(used.times(1), 0));
    }
    steps.add(Mpi.end(operation.request(), ending));
    return steps;
  }

  /** A multiple of the type's size, so that hardware can do atomics. */
  private long offset(ValueType type, int size) {
    int places = (BYTES - size) / type.size() + 1;
    return (long) random.nextInt(places) * type.size();
  }

  private static ArrayVariable buffer(String name, ValueType type) {
    return new ArrayVariable(
        name + "_" + type.name().toLowerCase(Locale.ROOT), type, 4, Storage.STACK);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
