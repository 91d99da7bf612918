package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.List;

/**
 * A window of all processes.
 *
 * @param unit the displacement unit
 */
public record WindowCode(String name, ArrayVariable memory, Constructor constructor, int unit)
    implements Declaration {

  /** How it is made. */
  public enum Constructor {
    CREATE,
    ALLOCATE,
    SHARED,
    DYNAMIC
  }

  /** A window over an array that the program has declared. */
  public static WindowCode over(String name, ArrayVariable memory) {
    return new WindowCode(name, memory, Constructor.CREATE, memory.type().size());
  }

  /** The same window with another displacement unit. */
  WindowCode in(int otherUnit) {
    return new WindowCode(name, memory, constructor, otherUnit);
  }

  public WindowCode madeBy(Constructor other) {
    ArrayVariable its =
        other == Constructor.CREATE || other == Constructor.DYNAMIC
            ? memory
            : memory.as(ArrayVariable.Storage.ELSEWHERE);
    return new WindowCode(name, its, other, other == Constructor.DYNAMIC ? 1 : unit);
  }

  /** The displacement of a section of its memory at a rank. */
  Arg displacement(int rank, Section section) {
    if (constructor != Constructor.DYNAMIC) {
      return Arg.displacement(section.offset() / unit);
    }
    return text ->
        text.use(addresses())
            + "["
            + rank
            + "]"
            + (section.offset() == 0 ? "" : " + " + section.offset());
  }

  private Declaration addresses() {
    return new Variable("MPI_Aint", name + "_at", 4, "");
  }

  @Override
  public List<Declaration> needs() {
    return constructor == Constructor.DYNAMIC ? List.of(memory, addresses()) : List.of(memory);
  }

  @Override
  public void declare(Text text) {
    text.handle("MPI_Win", name);
  }

  @Override
  public void setUp(Text text) {
    WindowText.make(text, this);
  }

  @Override
  public void tearDown(Text text) {
    WindowText.free(text, this);
  }
}
