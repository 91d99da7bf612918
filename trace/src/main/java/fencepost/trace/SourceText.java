package fencepost.trace;

/** Source code that is being written, line by line. */
final class SourceText {
  private final StringBuilder text = new StringBuilder();

  void line(String format, Object... arguments) {
    text.append(arguments.length == 0 ? format : String.format(format, arguments)).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
