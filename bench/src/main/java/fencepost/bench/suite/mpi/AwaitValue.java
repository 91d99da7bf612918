package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.ValueType;

/** Reads a value in a window atomically until it has grown enough. */
record AwaitValue(WindowCode window, int target, Section flag, int value) implements Statement {
  private static final Section SEEN =
      new ArrayVariable("seen", ValueType.INT, 1, ArrayVariable.Storage.STACK).at(0);

  @Override
  public void write(Text text) {
    CText c = (CText) text;
    c.line("do {");
    c.indented(
        () -> {
          c.call(
              this,
              operation(),
              name("NULL"),
              address(SEEN),
              Arg.type(ValueType.INT),
              number(target),
              window.displacement(target, flag),
              name("MPI_NO_OP"),
              Arg.of(window));
          c.call(null, "MPI_Win_flush", number(target), Arg.of(window));
        });
    c.line("} while (" + c.value(SEEN) + " < " + value + ");");
  }

  @Override
  public void tell(OracleStrand strand) {
    Object call = new Object();
    OracleEffect filled = strand.effect(this, call, Kind.BUFFER_WRITE, SEEN.in(strand.rank()));
    OracleEffect read = strand.effect(this, call, Kind.ATOMIC_READ, flag.in(target));
    strand.observe(Rma.cell(target, flag), seen -> seen >= value);
    strand.completeNow(filled);
    strand.completeNow(read);
  }

  @Override
  public String operation() {
    return "MPI_Fetch_and_op";
  }
}
