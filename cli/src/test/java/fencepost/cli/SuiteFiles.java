package fencepost.cli;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.CaseReader;
import fencepost.bench.suite.Suite;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The benchmark suite in a directory; all of it with {@code -Dfencepost.full=true}, else some
 * evenly spread cases: the names begin with the category, so that every category is among them.
 */
record SuiteFiles(Path directory) implements AutoCloseable {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  static SuiteFiles generate() throws IOException {
    Path directory = Files.createTempDirectory("fencepost-suite-");
    for (Model model : Model.values()) {
      Path its = Files.createDirectory(directory.resolve(model.id()));
      for (Map.Entry<String, String> file : Suite.of(model).files().entrySet()) {
        Files.writeString(its.resolve(file.getKey()), file.getValue());
      }
    }
    return new SuiteFiles(directory);
  }

  List<Case> cases(Model model) throws IOException {
    return CaseReader.in(directory.resolve(model.id()));
  }

  /** About so many of the cases, beginning with one of the first. */
  static Stream<Case> sample(List<Case> cases, int number, int first) {
    int step = FULL ? 1 : Math.max(1, cases.size() / number);
    return IntStream.range(0, cases.size())
        .filter(i -> i % step == first % step)
        .mapToObj(cases::get);
  }

  @Override
  public void close() throws IOException {
    NativeLibrary.delete(directory);
  }
}
