package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Text;

/** An operation that stands in a function of its own. */
record PlacedCall(Rma call, Manner manner) implements Statement {
  /** How the function is reached. */
  enum Manner {
    FUNCTION,
    NESTEDFUNCTION,
    CALLBACK,
    ROUND
  }

  @Override
  public void write(Text text) {
    CText c = (CText) text;
    if (manner == Manner.ROUND) {
      c.block("for (int i = 0; i < 1; i++) {", () -> call.write(text));
      return;
    }
    String buffer = call.origin().type().c() + " *data, MPI_Win where";
    define(c, "static void transfer(" + buffer + ")", () -> inner(c));
    String arguments = "(" + c.use(call.origin().memory()) + ", " + c.use(call.window()) + ");";
    switch (manner) {
      case NESTEDFUNCTION -> {
        define(c, "static void middle(" + buffer + ")", () -> c.line("transfer(data, where);"));
        define(c, "static void outer(" + buffer + ")", () -> c.line("middle(data, where);"));
        c.line("outer" + arguments);
      }
      case CALLBACK -> {
        define(
            c,
            "static void invoke(void (*f)(int *, MPI_Win), " + buffer + ")",
            () -> c.line("f(data, where);"));
        c.line("invoke(transfer, " + arguments.substring(1));
      }
      default -> c.line("transfer" + arguments);
    }
  }

  private void inner(CText text) {
    text.withAlias(
        call.origin().memory(),
        "data",
        () -> text.withAlias(call.window(), "where", () -> call.write(text)));
  }

  private static void define(CText text, String head, Runnable body) {
    text.define(
        () -> {
          text.line(head);
          text.block("{", body);
          text.line("");
        });
  }

  @Override
  public void tell(OracleStrand strand) {
    call.tell(strand);
  }
}
