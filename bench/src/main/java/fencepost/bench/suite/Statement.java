package fencepost.bench.suite;

import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Text;

/**
 * One statement of a scenario. It knows how it is written and what it means, and is a site: the
 * labels name it, by identity.
 */
public interface Statement {
  /** Writes it. */
  void write(Text text);

  /** Tells the oracle what it does in the strand that executes it. */
  void tell(OracleStrand strand);

  /** What it is called in the labels, if it accesses memory. */
  default String operation() {
    throw new IllegalStateException("not an access: " + this);
  }
}
