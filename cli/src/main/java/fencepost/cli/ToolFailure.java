package fencepost.cli;

/** The tool cannot do its work; the message says why and what to do. */
final class ToolFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  ToolFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
