package fencepost.bench.suite;

import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import java.util.List;

/** Two accesses to an array that share some bytes, or are neighbours. */
public record Overlap(String name, Section remote, Section local, boolean racy) {

  /** In an array of at least 8 integers. */
  public static List<Overlap> in(ArrayVariable array) {
    // Declared as what is loaded, so that the program may load it.
    ArrayVariable wide = array.of(ValueType.LONG, array.count() / 2);
    Layout integer = Layout.of(ValueType.INT, 1);
    return List.of(
        new Overlap("last", array.at(0, 4), array.at(3), true),
        new Overlap("behind", array.at(0, 4), array.at(4), false),
        new Overlap("first", array.at(2, 4), array.at(2), true),
        new Overlap("before", array.at(2, 4), array.at(1), false),
        new Overlap("byte", array.at(0), array.bytes(3, Layout.of(ValueType.CHAR, 1)), true),
        new Overlap("nextbyte", array.at(0), array.bytes(4, Layout.of(ValueType.CHAR, 1)), false),
        new Overlap("wide", wide.bytes(4, integer), wide.at(0), true),
        new Overlap("widenext", wide.bytes(8, integer), wide.at(0), false));
  }

  /** The same bytes of another array. */
  public Overlap moved(ArrayVariable array) {
    ArrayVariable its = array.of(remote.memory().type(), remote.memory().count());
    return new Overlap(
        name,
        new Section(its, remote.offset(), remote.layout()),
        new Section(its, local.offset(), local.layout()),
        racy);
  }

  public int count() {
    return remote.layout().count();
  }

  public String why() {
    return racy ? "The accesses share some bytes." : "The accesses are neighbours.";
  }
}
