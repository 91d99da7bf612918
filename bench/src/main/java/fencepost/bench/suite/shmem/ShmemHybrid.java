package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.HybridCatalogue;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Threads in OpenSHMEM PEs. */
final class ShmemHybrid extends HybridCatalogue {
  ShmemHybrid() {
    super(Model.SHMEM);
  }

  @Override
  protected Statement fetch() {
    return Shmem.getNbi(BUF.at(0), 1, X.at(0));
  }

  @Override
  protected Statement finishFetch() {
    return Shmem.quiet();
  }

  @Override
  protected Statement useBuffer() {
    return load(BUF.at(0));
  }

  @Override
  protected Statement write() {
    return Shmem.put(BUF.at(0), 1, X.at(0));
  }

  @Override
  protected Statement finishWrite() {
    return Shmem.quiet();
  }

  @Override
  protected Statement look() {
    return load(X.at(0));
  }

  @Override
  protected Statement tell() {
    return Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(0));
  }

  @Override
  protected Statement hear() {
    return Shmem.await(FLAG.at(0), 1);
  }

  @Override
  protected List<Statement> open() {
    return List.of();
  }

  @Override
  protected List<Statement> close() {
    return List.of(Shmem.barrier());
  }
}
