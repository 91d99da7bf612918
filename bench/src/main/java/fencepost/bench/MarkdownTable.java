package fencepost.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table in Markdown, padded so that it can be read on a terminal too. */
public final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();

  public MarkdownTable(String... titles) {
    row(titles);
  }

  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      out.append(line(row, widths));
      if (row == rows.get(0)) {
        out.append(line(IntStream.of(widths).mapToObj("-"::repeat).toList(), widths));
      }
    }
    return out.toString();
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> cells.get(i) + " ".repeat(widths[i] - cells.get(i).length()))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
