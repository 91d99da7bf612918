package fencepost.bench.suite;

import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import java.util.List;

/** The statements that all programming models share. */
public final class Statements {
  private Statements() {}

  /** A load of the process's own memory. */
  public record Load(Section section) implements Statement {
    @Override
    public void write(Text text) {
      text.load(this, section);
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.access(this, Kind.LOAD, section.in(strand.rank()));
    }

    @Override
    public String operation() {
      return "LOAD";
    }
  }

  /** A store to the process's own memory. */
  public record Store(Section section, int value) implements Statement {
    @Override
    public void write(Text text) {
      text.store(this, section, value);
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.access(this, Kind.STORE, section.in(strand.rank()));
    }

    @Override
    public String operation() {
      return "STORE";
    }
  }

  /** What only one rank does. */
  public record On(int rank, List<Statement> body) implements Statement {
    @Override
    public void write(Text text) {
      text.ifRank(rank, () -> body.forEach(statement -> statement.write(text)));
    }

    @Override
    public void tell(OracleStrand strand) {
      if (strand.rank() == rank) {
        body.forEach(statement -> statement.tell(strand));
      }
    }
  }

  /** Statements one after the other. */
  public record Sequence(List<Statement> body) implements Statement {
    @Override
    public void write(Text text) {
      body.forEach(statement -> statement.write(text));
    }

    @Override
    public void tell(OracleStrand strand) {
      body.forEach(statement -> statement.tell(strand));
    }
  }

  /** A loop. */
  public record Repeat(int times, List<Statement> body) implements Statement {
    @Override
    public void write(Text text) {
      text.repeat(times, () -> body.forEach(statement -> statement.write(text)));
    }

    @Override
    public void tell(OracleStrand strand) {
      for (int i = 0; i < times; i++) {
        body.forEach(statement -> statement.tell(strand));
      }
    }
  }

  public static Statement load(Section section) {
    return new Load(section);
  }

  public static Statement store(Section section) {
    return new Store(section, 42);
  }

  public static Statement on(int rank, Statement... body) {
    return new On(rank, List.of(body));
  }

  public static Statement sequence(Statement... body) {
    return new Sequence(List.of(body));
  }

  public static Statement repeat(int times, Statement... body) {
    return new Repeat(times, List.of(body));
  }
}
