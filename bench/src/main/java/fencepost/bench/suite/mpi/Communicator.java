package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;
import java.util.List;
import java.util.stream.IntStream;

/** A communicator that the first processes share, and one of the same name for the others. */
record Communicator(String name, int firstRanks) implements Declaration {
  static final Communicator WORLD = new Communicator("MPI_COMM_WORLD", Integer.MAX_VALUE);

  Arg argument() {
    return this.equals(WORLD) ? Arg.name(name) : Arg.of(this);
  }

  /** Those with whom a rank shares it. */
  List<Integer> members(int rank, int ranks) {
    int border = Math.min(ranks, firstRanks);
    return (rank < border ? IntStream.range(0, border) : IntStream.range(border, ranks))
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
    text.line("MPI_Comm_split(MPI_COMM_WORLD, rank < %d, rank, &%s);".formatted(firstRanks, name));
  }

  @Override
  public void tearDown(Text text) {
    text.line("MPI_Comm_free(&" + name + ");");
  }
}
