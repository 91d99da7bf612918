package fencepost.bench.suite;

import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.Oracle;
import fencepost.bench.suite.source.Lines;
import fencepost.bench.suite.source.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes files from a scenario. */
public final class CaseWriter {
  private final Scenario scenario;
  private final Frame frame;
  private final Text text;
  private final Lines program;
  private final Lines header;

  public CaseWriter(Scenario scenario, Frame frame) {
    this.scenario = scenario;
    this.frame = frame;
    this.text = frame.newText();
    Lines body = text.capture(1, () -> scenario.body().forEach(s -> s.write(text)));
    this.program = frame.assemble(text, body);
    Oracle oracle = scenario.oracle();
    // The header has as many lines whatever it says.
    int length = frame.comment(labels(oracle, site -> "0").lines()).size();
    this.header = frame.comment(labels(oracle, site -> position(site, length)).lines());
  }

  /** The files by their names, the main one first. */
  public Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(scenario.fileName() + "." + frame.suffix(), header.toString() + program);
    if (!text.otherFile().isEmpty()) {
      files.put(otherFile(), text.otherFile().toString());
    }
    return files;
  }

  /** The line of a statement in the main file. */
  public int line(Statement site) {
    return header.size() + program.of(site);
  }

  private String otherFile() {
    return scenario.fileName() + ".other." + frame.suffix();
  }

  private Labels labels(Oracle oracle, Function<Statement, String> position) {
    List<Statement> pair = scenario.pair();
    return new Labels(
        scenario.raceKind(),
        oracle.kinds(pair.get(0), pair.get(1)).stream().map(Kind::label).toList(),
        scenario.racy()
            ? pair.stream().map(s -> s.operation() + "@" + position.apply(s)).toList()
            : List.of(),
        scenario.ranks(),
        Calls.consistency(text.calls()),
        Calls.synchronisation(text.calls()),
        scenario.description(),
        text.otherFile().isEmpty() ? List.of() : List.of(otherFile()));
  }

  private String position(Statement site, int headerLength) {
    int line = program.of(site);
    if (line > 0) {
      return Integer.toString(headerLength + line);
    }
    int elsewhere = text.otherFile().of(site);
    if (elsewhere == 0) {
      throw new IllegalStateException(scenario.fileName() + " does not contain " + site);
    }
    return otherFile() + ":" + elsewhere;
  }
}
