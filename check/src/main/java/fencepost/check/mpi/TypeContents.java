package fencepost.check.mpi;

import fencepost.check.mpi.TypeLayout.Origin;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a datatype was constructed, as a program can ask for it (MPI 4.1, 5.1.13).
 *
 * @param counts what is too large for an {@code int}: empty, or all counts and displacements
 */
record TypeContents(
    String combiner,
    List<Long> integers,
    List<Long> addresses,
    List<Long> counts,
    List<Long> types) {
  private static final String[] COMBINERS = {
    "NAMED",
    "DUP",
    "CONTIGUOUS",
    "VECTOR",
    "HVECTOR",
    "INDEXED",
    "HINDEXED",
    "INDEXED_BLOCK",
    "HINDEXED_BLOCK",
    "STRUCT",
    "SUBARRAY",
    "DARRAY",
    "RESIZED"
  };
  private static final int SUBARRAY = 10;
  private static final int DISTRIBUTED = 11;

  /** Of the datatype that is the first argument. */
  static TypeContents of(MpiCall call) {
    Origin o = call.process.type(call.at(0)).origin();
    return new TypeContents(
        COMBINERS[o.shape()], o.integers(), o.addresses(), List.of(), o.types());
  }

  /** The same, for a call that is told large counts. */
  static TypeContents ofLarge(MpiCall call) {
    TypeContents plain = of(call);
    List<Long> all = plain.integers;
    if (all.stream().allMatch(number -> number == (int) (long) number)) {
      return plain;
    }
    int shape = call.process.type(call.at(0)).origin().shape();
    int first = shape == SUBARRAY ? 1 : shape == DISTRIBUTED ? 3 : 0;
    int last =
        shape == SUBARRAY
            ? all.size() - 1
            : shape == DISTRIBUTED ? 3 + (int) (long) all.get(2) : all.size();
    return new TypeContents(
        plain.combiner,
        Stream.concat(all.subList(0, first).stream(), all.subList(last, all.size()).stream())
            .toList(),
        List.of(),
        Stream.concat(all.subList(first, last).stream(), plain.addresses.stream()).toList(),
        plain.types);
  }

  /** How many there are of each, and the combiner. */
  void envelope(MpiCall call) {
    boolean large = call.name().endsWith("_c");
    int size = large ? Long.BYTES : Integer.BYTES;
    int at = 1;
    call.memory().store(call.at(at++), size, integers.size());
    call.memory().store(call.at(at++), size, addresses.size());
    if (large) {
      call.memory().store(call.at(at++), size, counts.size());
    }
    call.memory().store(call.at(at++), size, types.size());
    call.memory()
        .store(call.at(at), Integer.BYTES, call.header.integer("MPI_COMBINER_" + combiner));
    call.done();
  }

  /** The lists, behind the numbers of elements that they have room for. */
  void store(MpiCall call, boolean large) {
    int at = large ? 5 : 4;
    store(call, call.at(at++), Integer.BYTES, integers);
    store(call, call.at(at++), Long.BYTES, addresses);
    if (large) {
      store(call, call.at(at++), Long.BYTES, counts);
    }
    store(call, call.at(at), call.header.sizeOf("MPI_Datatype"), types);
    call.done();
  }

  private static void store(MpiCall call, long to, int size, List<Long> numbers) {
    for (int i = 0; i < numbers.size(); i++) {
      call.memory().store(to + (long) i * size, size, numbers.get(i));
    }
  }
}
