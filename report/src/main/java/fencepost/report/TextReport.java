package fencepost.report;

import fencepost.report.Finding.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report for the terminal. */
public final class TextReport {
  private static final int WIDTH = 96;
  private static final int MOST_CALLERS = 6;

  private final StringBuilder out = new StringBuilder();
  private final boolean color;
  private final Map<String, List<String>> sources = new HashMap<>();
  private final Path here = Path.of("").toAbsolutePath();

  private TextReport(boolean color) {
    this.color = color;
  }

  public static String of(RunReport report, boolean color) {
    TextReport text = new TextReport(color);
    int number = 1;
    for (Finding finding : report.findings()) {
      text.finding(finding, number++);
    }
    text.summary(report);
    return text.out.toString();
  }

  private void finding(Finding finding, int number) {
    out.append('\n');
    line(bold(red("RACE " + number)) + bold(": " + finding.rule().summary()));
    line("  " + where(finding));
    for (Access access : finding.accesses()) {
      access(access);
    }
    paragraph("why", finding.why());
    paragraph("fix", finding.fix());
    if (!finding.path().isEmpty()) {
      paragraph("path", String.join("; ", finding.path()));
    }
  }

  private static String where(Finding finding) {
    Finding.Location at = finding.location();
    if (finding.certainty() == Finding.Certainty.STATIC_MAY) {
      return Printable.text(at.object())
          + "; possible, as far as can be told without running the program";
    }
    return Printable.text(at.object())
        + " of rank "
        + at.rank()
        + ", bytes "
        + at.offset()
        + " to "
        + (at.offset() + at.bytes() - 1)
        + "; seen "
        + times(finding.count())
        + ", ranks "
        + ranks(finding.ranks())
        + (finding.certainty() == Finding.Certainty.OBSERVED_UNPROVEN
            ? "; records that may order the two are missing"
            : "");
  }

  private void access(Access access) {
    SourcePlace place = access.place();
    out.append('\n');
    String function = place.function().isEmpty() ? "" : " in " + Printable.text(place.function());
    line(
        "  "
            + bold(Printable.text(access.operation()))
            + " ("
            + access.access()
            + ")"
            + (access.rank() == Finding.ANY_RANK ? "" : " by rank " + access.rank())
            + function);
    if (!place.isKnown()) {
      line("    no source line known: was this file compiled with fencepost cc?");
      return;
    }
    line("    " + blue(Printable.text(shown(place.file())) + ":" + place.line()));
    String source = source(place);
    if (!source.isEmpty()) {
      line("      " + place.line() + " | " + Printable.line(source.strip()));
    }
    access.stack().stream().skip(1).limit(MOST_CALLERS).forEach(this::caller);
  }

  private void caller(SourcePlace place) {
    line(
        "      called at "
            + blue(Printable.text(shown(place.file())) + ":" + place.line())
            + (place.function().isEmpty() ? "" : " in " + Printable.text(place.function())));
  }

  private void paragraph(String label, String text) {
    out.append('\n');
    StringBuilder line = new StringBuilder("  " + bold(label) + ": ");
    int length = label.length() + 4;
    for (String word : Printable.text(text).split(" ")) {
      if (length + word.length() > WIDTH) {
        line(line.toString().stripTrailing());
        line = new StringBuilder("       ");
        length = 7;
      }
      line.append(word).append(' ');
      length += word.length() + 1;
    }
    line(line.toString().stripTrailing());
  }

  private void summary(RunReport report) {
    int races = report.findings().size();
    out.append('\n');
    for (String note : report.notes()) {
      line("fencepost: " + Printable.text(note));
    }
    if (!report.unseen().isEmpty()) {
      line(
          "fencepost: not compiled by fencepost, so that loads and stores were not seen: "
              + Printable.text(String.join(", ", report.unseen())));
    }
    String found =
        races == 0 ? "no race found" : races == 1 ? "1 race found" : races + " races found";
    String suppressed = report.suppressed() == 0 ? "" : " (" + report.suppressed() + " suppressed)";
    String partly = report.complete() ? "" : " (only a part was seen)";
    line(
        bold("fencepost: " + found + suppressed + partly)
            + " in "
            + Printable.text(report.program())
            + ", "
            + report.ranks()
            + (report.ranks() == 1 ? " rank, " : " ranks, ")
            + report.statistics().getOrDefault("events", 0)
            + " events");
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String ranks(List<Integer> ranks) {
    String shown = ranks.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "));
    return ranks.size() > 8 ? shown + " and " + (ranks.size() - 8) + " more" : shown;
  }

  private String shown(String file) {
    return file.startsWith(here + "/") ? file.substring(here.toString().length() + 1) : file;
  }

  private String source(SourcePlace place) {
    List<String> lines = sources.computeIfAbsent(place.file(), TextReport::read);
    return place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
  }

  private static List<String> read(String file) {
    try {
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of(); // the report stands without the excerpt
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private String bold(String text) {
    return styled("1", text);
  }

  private String red(String text) {
    return styled("31", text);
  }

  private String blue(String text) {
    return styled("34", text);
  }

  private String styled(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
