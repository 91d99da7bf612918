package fencepost.trace;

/** The records do not make sense: the trace is damaged or was written by another version. */
public final class BrokenTraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BrokenTraceException(String message) {
    super(message);
  }

  public BrokenTraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
