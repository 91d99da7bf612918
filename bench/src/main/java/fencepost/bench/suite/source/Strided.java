package fencepost.bench.suite.source;

import fencepost.bench.suite.oracle.OracleRegion.Element;
import java.util.List;
import java.util.stream.IntStream;

/** Values of one type at a constant distance, counted in values. */
public record Strided(ValueType type, int count, int stride) implements Layout {
  @Override
  public Arg datatype() {
    return Arg.type(type);
  }

  @Override
  public List<Element> elements(long start) {
    return IntStream.range(0, count)
        .mapToObj(i -> element(start + (long) i * stride * type.size()))
        .toList();
  }

  private Element element(long at) {
    return new Element(at, type.size(), type.atomicity());
  }
}
