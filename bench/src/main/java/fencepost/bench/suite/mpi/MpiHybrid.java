package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.HybridCatalogue;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Threads in MPI processes. */
final class MpiHybrid extends HybridCatalogue {
  MpiHybrid() {
    super(Model.MPI);
  }

  @Override
  protected Statement fetch() {
    return Mpi.get(BUF.at(0), 1, X.at(0));
  }

  @Override
  protected Statement finishFetch() {
    return Mpi.flush(1);
  }

  @Override
  protected Statement useBuffer() {
    return load(BUF.at(0));
  }

  @Override
  protected Statement write() {
    return Mpi.put(BUF.at(0), 1, X.at(0));
  }

  @Override
  protected Statement finishWrite() {
    return Mpi.flush(1);
  }

  @Override
  protected Statement look() {
    return load(X.at(0));
  }

  @Override
  protected Statement tell() {
    return Mpi.send(1);
  }

  @Override
  protected Statement hear() {
    return Mpi.receive(0);
  }

  @Override
  protected List<Statement> open() {
    return List.of(Mpi.lockAll());
  }

  @Override
  protected List<Statement> close() {
    return List.of(Mpi.unlockAll());
  }
}
