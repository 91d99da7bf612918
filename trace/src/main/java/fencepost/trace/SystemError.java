package fencepost.trace;

/** What the C library's error numbers say that a mapped file may fail with. */
final class SystemError {
  private SystemError() {}

  static String text(long number) {
    return switch ((int) number) {
      case 12 -> "out of memory";
      case 13 -> "permission denied";
      case 22, 95 -> "not possible on this file system";
      case 23, 24 -> "too many open files";
      case 27 -> "the file would be too large";
      case 28 -> "no space left on device";
      case 30 -> "read-only file system";
      case 122 -> "disk quota exceeded";
      default -> "error " + number;
    };
  }
}
