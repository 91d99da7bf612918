package fencepost.bench.suite.source;

/**
 * A variable that is no memory of the scenario, such as a request.
 *
 * @param type its type in C
 * @param size the number of elements if it is an array, else 0
 */
public record Variable(String type, String name, int size, String initial) implements Declaration {
  public Variable(String type, String name) {
    this(type, name, 0, "");
  }

  @Override
  public void declare(Text text) {
    text.variable(this);
  }
}
