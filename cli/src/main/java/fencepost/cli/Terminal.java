package fencepost.cli;

/** Whether a person is watching; the launcher script knows, and says so. */
final class Terminal {
  private Terminal() {}

  static boolean isThere() {
    return Boolean.getBoolean("fencepost.terminal");
  }
}
