package fencepost.bench.suite.mpi;

import fencepost.bench.suite.oracle.OracleRegion.Element;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.CxxText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.ValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * One value of a derived datatype.
 *
 * @param constructor the call that makes it, up to its last argument
 * @param values the basic values, in bytes from its beginning
 */
record DerivedType(String name, String constructor, ValueType type, List<Element> values)
    implements Layout, Declaration {

  /** Values of one basic type at these places, counted in values. */
  static DerivedType of(String name, String constructor, ValueType type, int... places) {
    List<Element> values = new ArrayList<>();
    for (int place : places) {
      values.add(new Element((long) place * type.size(), type.size(), type.atomicity()));
    }
    return new DerivedType(name, constructor, type, values);
  }

  static DerivedType vector(ValueType type, int count, int block, int stride) {
    int[] places = new int[count * block];
    for (int i = 0; i < places.length; i++) {
      places[i] = i / block * stride + i % block;
    }
    String arguments = count + ", " + block + ", " + stride + ", " + type.mpi();
    return of("vector_t", "MPI_Type_vector(" + arguments, type, places);
  }

  DerivedType named(String other) {
    return new DerivedType(other, constructor, type, values);
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public Arg datatype() {
    return Arg.of(this);
  }

  @Override
  public List<Element> elements(long start) {
    return values.stream()
        .map(value -> new Element(start + value.start(), value.size(), value.type()))
        .toList();
  }

  @Override
  public void declare(Text text) {
    text.handle("MPI_Datatype", name);
  }

  @Override
  public void setUp(Text text) {
    boolean literals = constructor.contains("[]){");
    if (!(text instanceof CText) || (literals && text instanceof CxxText)) {
      throw new UnsupportedOperationException("only in C");
    }
    text.line(constructor + ", &" + name + ");");
    text.line("MPI_Type_commit(&" + name + ");");
  }

  @Override
  public void tearDown(Text text) {
    text.line("MPI_Type_free(&" + name + ");");
  }
}
