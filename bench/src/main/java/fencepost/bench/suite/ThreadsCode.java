package fencepost.bench.suite;

import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Text;
import java.util.List;

/** Two pieces of code for the threads of a process. */
record ThreadsCode(ThreadConstruct construct, List<Statement> a, List<Statement> b)
    implements Statement {
  @Override
  public void write(Text text) {
    text.useThreads();
    text.line("{");
    text.indented(
        () ->
            construct.write(
                (CText) text,
                () -> a.forEach(s -> s.write(text)),
                () -> b.forEach(s -> s.write(text))));
    text.line("}");
  }

  @Override
  public void tell(OracleStrand strand) {
    List<OracleStrand> strands = strand.fork(2);
    switch (construct.order()) {
      case NONE -> {
        a.forEach(s -> s.tell(strands.get(0)));
        b.forEach(s -> s.tell(strands.get(1)));
      }
      case FIRST -> {
        a.forEach(s -> s.tell(strands.get(0)));
        b.forEach(s -> s.tell(strands.get(0)));
      }
      case EITHER -> {
        boolean other = strand.goesOtherWay();
        (other ? b : a).forEach(s -> s.tell(strands.get(0)));
        (other ? a : b).forEach(s -> s.tell(strands.get(0)));
      }
    }
    strand.join(strands);
  }
}
