package fencepost.bench.suite.mpi;

/** The calls that access a window. */
public enum RmaCall {
  PUT("MPI_Put", "put", false),
  GET("MPI_Get", "get", false),
  ACCUMULATE("MPI_Accumulate", "acc", false),
  GET_ACCUMULATE("MPI_Get_accumulate", "gacc", false),
  FETCH_AND_OP("MPI_Fetch_and_op", "fop", false),
  COMPARE_AND_SWAP("MPI_Compare_and_swap", "cas", false),
  RPUT("MPI_Rput", "rput", true),
  RGET("MPI_Rget", "rget", true),
  RACCUMULATE("MPI_Raccumulate", "racc", true),
  RGET_ACCUMULATE("MPI_Rget_accumulate", "rgacc", true);

  private final String function;
  private final String label;
  private final boolean request;

  RmaCall(String function, String label, boolean request) {
    this.function = function;
    this.label = label;
    this.request = request;
  }

  String function() {
    return function;
  }

  /** In the names of cases. */
  String label() {
    return label;
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
