package fencepost.bench.runner;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How a table is written. */
public enum TableFormat {
  TEXT {
    @Override
    String write(List<List<String>> rows) {
      return padded(rows, "", "  ", "", false);
    }
  },
  MARKDOWN {
    @Override
    String write(List<List<String>> rows) {
      return padded(rows, "| ", " | ", " |", true);
    }
  },
  CSV {
    @Override
    String write(List<List<String>> rows) {
      return rows.stream()
          .map(row -> row.stream().map(TableFormat::quoted).collect(Collectors.joining(",")) + "\n")
          .collect(Collectors.joining());
    }
  },
  HTML {
    @Override
    String write(List<List<String>> rows) {
      StringBuilder html = new StringBuilder("<table>\n");
      for (List<String> row : rows) {
        String cell = row == rows.get(0) ? "th" : "td";
        html.append("<tr>");
        row.forEach(v -> html.append("<%s>%s</%s>".formatted(cell, escape(v), cell)));
        html.append("</tr>\n");
      }
      return html.append("</table>\n").toString();
    }

    @Override
    String page(String body) {
      return """
          <!DOCTYPE html>
          <html lang="en">
          <head>
          <meta charset="utf-8">
          <title>Race detection</title>
          <style>
          body { font-family: sans-serif; margin: 2em; }
          table { border-collapse: collapse; margin-bottom: 2em; }
          th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.7em; text-align: right; }
          th:first-child, td:first-child { text-align: left; }
          </style>
          </head>
          <body>
          %s</body>
          </html>
          """
          .formatted(body);
    }
  };

  abstract String write(List<List<String>> rows);

  String page(String body) {
    return body;
  }

  /** The whole table; what differs from the labels stands below, except in CSV. */
  public String of(ScoreTable table) {
    String scores = write(table.rows());
    boolean more = this != CSV && !table.differences().isEmpty();
    return page(more ? scores + "\n" + write(table.differences()) : scores);
  }

  private static String quoted(String value) {
    return value.matches("[^,\"\\n]*") ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String padded(
      List<List<String>> rows, String first, String between, String last, boolean rule) {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      out.append(line(row, widths, first, between, last));
      if (rule && row == rows.get(0)) {
        List<String> dashes = IntStream.of(widths).mapToObj("-"::repeat).toList();
        out.append(line(dashes, widths, first, between, last));
      }
    }
    return out.toString();
  }

  private static String line(
      List<String> row, int[] widths, String first, String between, String last) {
    return IntStream.range(0, row.size())
            .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
            .collect(Collectors.joining(between, first, last))
            .stripTrailing()
        + "\n";
  }
}
