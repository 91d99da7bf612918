package fencepost.bench.suite.mpi;

/** The calls that access a window. */
public enum RmaCall {
  PUT("MPI_Put", false),
  GET("MPI_Get", false),
  ACCUMULATE("MPI_Accumulate", false),
  GET_ACCUMULATE("MPI_Get_accumulate", false),
  FETCH_AND_OP("MPI_Fetch_and_op", false),
  COMPARE_AND_SWAP("MPI_Compare_and_swap", false),
  RPUT("MPI_Rput", true),
  RGET("MPI_Rget", true),
  RACCUMULATE("MPI_Raccumulate", true),
  RGET_ACCUMULATE("MPI_Rget_accumulate", true);

  private final String function;
  private final boolean request;

  RmaCall(String function, boolean request) {
    this.function = function;
    this.request = request;
  }

  String function() {
    return function;
  }

  /** Whether it gives a request. */
  boolean hasRequest() {
    return request;
  }

  boolean isPut() {
    return this == PUT || this == RPUT;
  }

  boolean isGet() {
    return this == GET || this == RGET;
  }

  /** Whether it updates and returns the old value. */
  boolean fetches() {
    return this == GET_ACCUMULATE
        || this == RGET_ACCUMULATE
        || this == FETCH_AND_OP
        || this == COMPARE_AND_SWAP;
  }

  boolean isAtomic() {
    return !isPut() && !isGet();
  }
}
