package fencepost.bench.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one tool or of two side by side, by category. */
public final class ScoreTable {
  private static final List<String> ORDER =
      List.of("conflict", "sync", "atomic", "hybrid", "misc", "order", "schedule");
  private static final List<String> FIGURES =
      List.of("TP", "FP", "TN", "FN", "TO", "failed", "extra", "P", "R", "A", "F1");

  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<String>> differences = new ArrayList<>();

  /** A table in memory, which a {@link TableFormat} writes. */
  public ScoreTable(Results results, @Nullable Results other) {
    List<Results> tools = other == null ? List.of(results) : List.of(results, other);
    List<String> title = new ArrayList<>(List.of("category"));
    for (Results tool : tools) {
      FIGURES.forEach(f -> title.add(tools.size() > 1 ? tool.tool() + " " + f : f));
    }
    rows.add(title);
    for (String category : categories(tools)) {
      rows.add(row(category, tools, r -> r.category().equals(category)));
    }
    rows.add(row("total", tools, r -> true));
    wrong(tools);
  }

  /** The title and then a row for every category. */
  List<List<String>> rows() {
    return rows;
  }

  /** A title, and then every case that was not right or not the same. */
  List<List<String>> differences() {
    return differences;
  }

  private static List<String> categories(List<Results> tools) {
    List<String> found =
        tools.stream().flatMap(t -> t.results().stream()).map(Result::category).distinct().toList();
    List<String> categories = new ArrayList<>(ORDER);
    found.stream().filter(c -> !ORDER.contains(c)).sorted().forEach(categories::add);
    categories.retainAll(found);
    return categories;
  }

  private static List<String> row(
      String title, List<Results> tools, java.util.function.Predicate<Result> chosen) {
    List<String> row = new ArrayList<>(List.of(title));
    for (Results tool : tools) {
      Score score = Score.of(tool.results().stream().filter(chosen).toList());
      for (int count :
          new int[] {
            score.tp(),
            score.fp(),
            score.tn(),
            score.fn(),
            score.timeouts(),
            score.failed(),
            score.others()
          }) {
        row.add(Integer.toString(count));
      }
      row.add(figure(score.precision()));
      row.add(figure(score.recall()));
      row.add(figure(score.accuracy()));
      row.add(figure(score.f1()));
    }
    return row;
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }

  private void wrong(List<Results> tools) {
    Map<String, List<String>> outcomes = new LinkedHashMap<>();
    for (int tool = 0; tool < tools.size(); tool++) {
      for (Result result : tools.get(tool).results()) {
        List<String> row =
            outcomes.computeIfAbsent(result.name(), n -> new ArrayList<>(List.of(n)));
        while (row.size() <= tool) {
          row.add("-");
        }
        row.add(
            result.outcome() + (result.others() > 0 ? " and " + result.others() + " more" : ""));
      }
    }
    outcomes.values().removeIf(row -> row.stream().skip(1).allMatch(o -> o.matches("TP|TN")));
    if (!outcomes.isEmpty()) {
      List<String> title = new ArrayList<>(List.of("case"));
      tools.forEach(tool -> title.add(tool.tool()));
      differences.add(title);
      outcomes.values().forEach(differences::add);
    }
  }
}
