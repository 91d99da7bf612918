package fencepost.program.ir;

/** A place in the source. */
public record Location(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
