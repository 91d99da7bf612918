package fencepost.cli;

/**
 * What the exit code of the tool says. Anything else is the exit code of the program that was run.
 */
final class ExitCode {
  static final int NOTHING_FOUND = 0;
  static final int WRONG_USE = 2;
  static final int RACES = 66;
  static final int TOOL_FAILED = 70;

  /** As of the command {@code timeout}. */
  static final int TIMED_OUT = 124;

  private ExitCode() {}
}
