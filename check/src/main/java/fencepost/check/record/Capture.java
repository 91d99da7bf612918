package fencepost.check.record;

import java.util.List;

/**
 * What is behind the statements of a table of calls, for one process: the Java counterpart of the
 * hand-written C of that programming model in {@code capture}.
 */
public interface Capture {
  /** The value of one of the model's constants. */
  long constant(String name);

  /** The size of a type of C that arguments point to, for example {@code MPI_Request}. */
  int sizeOf(String type);

  /** A call of one of the capture library's functions, which all begin with {@code fp_}. */
  long call(String function, Arguments arguments);

  /**
   * Processes as the record wants them.
   *
   * @param function {@code fp_group_ranks}, {@code fp_comm_ranks}, {@code fp_remote_ranks} or
   *     {@code fp_neighbors}
   */
  List<Integer> ranks(String function, long handle);

  /** A datatype is mentioned; it must be described before. */
  void describe(long datatype);

  /** The arguments of a function of the capture library. */
  interface Arguments {
    int size();

    long value(int index);

    /** An element of an argument that is an array of the program. */
    long element(int index, long element);
  }
}
