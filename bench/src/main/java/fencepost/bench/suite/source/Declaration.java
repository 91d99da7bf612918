package fencepost.bench.suite.source;

import java.util.List;

/** Something that a program declares if a statement uses it. */
public interface Declaration {
  String name();

  /** What must be declared before it. */
  default List<Declaration> needs() {
    return List.of();
  }

  void declare(Text text);

  /** Before the scenario begins, in every process. */
  default void setUp(Text text) {}

  /** After the scenario, in every process. */
  default void tearDown(Text text) {}
}
