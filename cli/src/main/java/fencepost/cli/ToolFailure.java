package fencepost.cli;

/** The tool cannot do its work; the message says why and what to do. */
final class ToolFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  ToolFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  static ToolFailure wrongUse(String message) {
    return new ToolFailure(ExitCode.WRONG_USE, message);
  }

  /** Throws unless an option has a value that it may have. */
  static void require(boolean allowed, String message) {
    if (!allowed) {
      throw wrongUse(message);
    }
  }

  int exitCode() {
    return exitCode;
  }
}
