package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.OracleRegion.Element;
import java.util.List;

/** Where the values of an access lie, from its first byte on. */
public interface Layout {
  /** How many of {@link #datatype} it takes. */
  int count();

  /** The datatype as an argument. */
  Arg datatype();

  /** The type of its first value. */
  ValueType type();

  /** Its values. */
  List<Element> elements(long start);

  static Layout of(ValueType type, int count) {
    return new Strided(type, count, 1);
  }
}
