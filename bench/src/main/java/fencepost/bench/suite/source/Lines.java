package fencepost.bench.suite.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of source, each with the statement that it is. */
public final class Lines {
  record Line(String text, @Nullable Object site) {}

  private final List<Line> lines = new ArrayList<>();

  public void add(String text) {
    add(text, null);
  }

  void add(String text, @Nullable Object site) {
    lines.add(new Line(text, site));
  }

  public void addAll(Lines others) {
    lines.addAll(others.lines);
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }

  public int size() {
    return lines.size();
  }

  /** The line of a statement, from 1; 0 if it is not here. */
  public int of(Object site) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).site == site) {
        return i + 1;
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text).append('\n'));
    return text.toString();
  }
}
