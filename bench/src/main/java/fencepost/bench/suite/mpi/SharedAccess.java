package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;

/** A load or store of another process's part of a shared window, through a pointer. */
record SharedAccess(WindowCode window, int owner, Section section, boolean stores)
    implements Statement {
  @Override
  public void write(Text text) {
    if (!(text instanceof CText c)) {
      throw new UnsupportedOperationException("needs pointers");
    }
    String type = section.type().c();
    c.called("MPI_Win_shared_query");
    c.line("{");
    c.indented(
        () -> {
          c.line("MPI_Aint size;");
          c.line("int unit;");
          c.line(type + " *p;");
          c.line("MPI_Win_shared_query(%s, %d, &size, &unit, &p);".formatted(c.use(window), owner));
          String element = "p[" + section.offset() / section.type().size() + "]";
          c.line(
              this,
              stores
                  ? element + " = 42;"
                  : "printf(\"" + section.type().format() + "\\n\", " + element + ");");
        });
    c.line("}");
  }

  @Override
  public void tell(OracleStrand strand) {
    strand.access(this, stores ? Kind.STORE : Kind.LOAD, section.in(owner));
  }

  @Override
  public String operation() {
    return stores ? "STORE" : "LOAD";
  }
}
