package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.gaspi.Gaspi.BUF;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.HybridCatalogue;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Statements.Sequence;
import fencepost.trace.Model;
import java.util.List;

/** Threads in GASPI processes. */
final class GaspiHybrid extends HybridCatalogue {
  GaspiHybrid() {
    super(Model.GASPI);
  }

  @Override
  protected Statement fetch() {
    return Gaspi.read();
  }

  @Override
  protected Statement finishFetch() {
    return Gaspi.await(0);
  }

  @Override
  protected Statement useBuffer() {
    return load(BUF.at(0));
  }

  @Override
  protected Statement write() {
    return Gaspi.write();
  }

  /** The notification completes the writes that were issued before it. */
  @Override
  protected Statement finishWrite() {
    return Gaspi.notify(1, 3);
  }

  @Override
  protected Statement look() {
    return load(X.at(0));
  }

  @Override
  protected Statement tell() {
    return new Sequence(List.of());
  }

  @Override
  protected Statement hear() {
    return Gaspi.awaitNotification(3);
  }

  @Override
  protected List<Statement> open() {
    return List.of();
  }

  @Override
  protected List<Statement> close() {
    return List.of(Gaspi.await(0));
  }
}
