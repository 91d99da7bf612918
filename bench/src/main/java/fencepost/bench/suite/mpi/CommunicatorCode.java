package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A communicator that some processes share, and one of the same name for the others.
 *
 * @param first the processes; nobody stands for everybody
 */
record CommunicatorCode(String name, List<Integer> first) implements Declaration {
  static final CommunicatorCode WORLD = new CommunicatorCode("MPI_COMM_WORLD", List.of());

  Arg argument() {
    return this.equals(WORLD) ? Arg.name(name) : Arg.of(this);
  }

  /** Those with whom a rank shares it. */
  List<Integer> members(int rank, int ranks) {
    boolean isFirst = first.contains(rank);
    return IntStream.range(0, ranks)
        .filter(r -> this.equals(WORLD) || first.contains(r) == isFirst)
        .boxed()
        .toList();
  }

  @Override
  public void declare(Text text) {
    text.handle("MPI_Comm", name);
  }

  @Override
  public void setUp(Text text) {
    if (!(text instanceof CText)) {
      throw new UnsupportedOperationException("only in C");
    }
    String color = first.stream().map(r -> "rank == " + r).collect(Collectors.joining(" || "));
    text.line("MPI_Comm_split(MPI_COMM_WORLD, %s, rank, &%s);".formatted(color, name));
  }

  @Override
  public void tearDown(Text text) {
    text.line("MPI_Comm_free(&" + name + ");");
  }
}
