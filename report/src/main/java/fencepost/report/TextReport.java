package fencepost.report;

import fencepost.report.Finding.Access;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The report for the terminal. */
public final class TextReport {
  /** Of paragraphs, where there is room for it; longer lines are hard to read. */
  private static final int WIDTH = 96;

  private static final int MOST_CALLERS = 6;

  private static final String END_OF_LINK = "\u001b]8;;\u001b\\";

  private final StringBuilder out = new StringBuilder();
  private final Style style;
  private final SourceLines sources = new SourceLines();
  private final Path here = Path.of("").toAbsolutePath();

  /**
   * How it is to look.
   *
   * @param links whether files are links that the terminal can open (OSC 8)
   * @param columns of the terminal, to which all lines are broken; 0 if there is none
   */
  public record Style(boolean color, boolean links, int columns) {
    public static final Style PLAIN = new Style(false, false, 0);

    int paragraph() {
      return columns == 0 ? WIDTH : Math.min(WIDTH, columns);
    }

    int line() {
      return columns == 0 ? Integer.MAX_VALUE : columns;
    }
  }

  private TextReport(Style style) {
    this.style = style;
  }

  public static String of(RunReport report, Style style) {
    TextReport text = new TextReport(style);
    List<String> fingerprints = Fingerprints.of(report.findings(), text.sources);
    int[] groups = FindingGroups.of(report.findings());
    for (int i = 0; i < fingerprints.size(); i++) {
      if (groups[i] == i) {
        text.finding(report.findings().get(i), i + 1, report.isNew(fingerprints.get(i)));
        text.others(report.findings(), groups, i);
      }
    }
    text.summary(report, (int) Arrays.stream(groups).distinct().count());
    return text.out.toString();
  }

  /** The rest of a group: what ends the first race often ends these, too. */
  private void others(List<Finding> findings, int[] groups, int first) {
    boolean any = false;
    for (int i = first + 1; i < groups.length; i++) {
      if (groups[i] == first) {
        if (!any) {
          out.append('\n');
          line("  " + bold("also") + " in this memory, and probably of the same cause:");
          any = true;
        }
        Finding other = findings.get(i);
        String text =
            other.accesses().stream()
                .map(access -> Printable.text(access.operation()) + " at " + withCaller(access))
                .collect(Collectors.joining(" and "));
        wrapped("    RACE " + (i + 1) + ": ", text + ", " + seen(other), "      ");
      }
    }
  }

  /** Two callers of one helper are two races, which only the second place tells apart. */
  private static String withCaller(Access access) {
    List<SourcePlace> stack = access.stack();
    return stack.size() < 2
        ? shortly(access.place())
        : shortly(access.place()) + " (called at " + shortly(stack.get(1)) + ")";
  }

  private static String shortly(SourcePlace place) {
    return place.isKnown()
        ? Printable.text(place.fileName()) + ":" + place.line()
        : "an unknown line";
  }

  private void finding(Finding finding, int number, boolean isNew) {
    out.append('\n');
    String known = isNew ? "" : " (known, in the baseline)";
    heading("RACE " + number, finding.rule().summary() + known);
    wrapped("  ", where(finding), "    ");
    for (Access access : finding.accesses()) {
      access(access);
    }
    paragraph("why", finding.why());
    paragraph("fix", finding.fix());
    paragraph("rule", finding.rule().id() + "; " + Standards.section(finding));
    if (!finding.path().isEmpty()) {
      paragraph(
          finding.certainty() == Finding.Certainty.PREDICTED ? "how" : "path",
          String.join("; ", finding.path()));
    }
  }

  private static String confirmed(Finding finding) {
    return finding.certainty() == Finding.Certainty.CONFIRMED ? ", as predicted" : "";
  }

  private static String seen(Finding finding) {
    return finding.certainty() == Finding.Certainty.PREDICTED
        ? "not seen in this run, but another run of the same program has it"
        : "seen " + times(finding.count()) + confirmed(finding);
  }

  private static String where(Finding finding) {
    Finding.Location at = finding.location();
    if (finding.certainty() == Finding.Certainty.STATIC_MAY) {
      return Printable.text(at.object())
          + "; possible, as far as can be told without running the program";
    }
    return Printable.text(at.object())
        + " of "
        + Printable.text(at.process())
        + ", bytes "
        + at.offset()
        + " to "
        + (at.offset() + at.bytes() - 1)
        + "; "
        + seen(finding)
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
            + (access.rank() == Finding.ANY_RANK ? "" : " by " + Printable.text(access.process()))
            + function);
    if (!place.isKnown()) {
      line("    no source line known: was this file compiled with fencepost cc?");
      return;
    }
    String text = Printable.text(shown(place.file())) + ":" + place.line();
    line("    " + linked(place.file(), blue(text)));
    String source = sources.at(place);
    if (!source.isEmpty()) {
      line(cut("      " + place.line() + " | " + Printable.line(source.strip())));
    }
    access.stack().stream().skip(1).limit(MOST_CALLERS).forEach(this::caller);
  }

  private void caller(SourcePlace place) {
    line(
        "      called at "
            + blue(Printable.text(shown(place.file())) + ":" + place.line())
            + (place.function().isEmpty() ? "" : " in " + Printable.text(place.function())));
  }

  /** The kind of race may be longer than a line. */
  private void heading(String label, String text) {
    List<String> lines = lines(text, style.line() - label.length() - 2, style.line() - 2);
    line(bold(red(label)) + bold(": " + lines.get(0)));
    lines.subList(1, lines.size()).forEach(more -> line("  " + bold(more)));
  }

  /** A line of source that is too long for the terminal says less than the rest of the report. */
  private String cut(String text) {
    return text.length() <= style.line() ? text : text.substring(0, style.line() - 3) + "...";
  }

  private void paragraph(String label, String text) {
    out.append('\n');
    List<String> lines =
        lines(Printable.text(text), style.paragraph() - label.length() - 4, style.paragraph() - 7);
    line("  " + bold(label) + ": " + lines.get(0));
    lines.subList(1, lines.size()).forEach(more -> line("       " + more));
  }

  private void wrapped(String before, String text, String beforeMore) {
    List<String> lines =
        lines(text, style.line() - before.length(), style.line() - beforeMore.length());
    line(before + lines.get(0));
    lines.subList(1, lines.size()).forEach(more -> line(beforeMore + more));
  }

  /** Breaks a text between words, to a width of the first line and one of the others. */
  private static List<String> lines(String text, int first, int others) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      int width = lines.isEmpty() ? first : others;
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private void summary(RunReport report, int groups) {
    int races = report.findings().size();
    out.append('\n');
    for (String note : report.notes()) {
      wrapped("fencepost: ", Printable.text(note), "  ");
    }
    if (!report.unseen().isEmpty()) {
      wrapped(
          "fencepost: ",
          "not compiled by fencepost, so that loads and stores were not seen: "
              + Printable.text(String.join(", ", report.unseen())),
          "  ");
    }
    String found =
        races == 0 ? "no race found" : races == 1 ? "1 race found" : races + " races found";
    String grouped =
        groups == races ? "" : " (in " + groups + (groups == 1 ? " group)" : " groups)");
    String suppressed = report.suppressed() == 0 ? "" : " (" + report.suppressed() + " suppressed)";
    String known = report.baseline() == null ? "" : ", " + report.newFindings() + " new";
    String partly = report.complete() ? "" : " (only a part was seen)";
    line(
        verdict("fencepost: " + found + grouped + known + suppressed + partly, report)
            + " in "
            + Printable.text(report.program())
            + ", "
            + report.ranks()
            + (report.ranks() == 1 ? " rank, " : " ranks, ")
            + report.statistics().getOrDefault("events", 0)
            + " events");
  }

  /** The last line, which is what many will look at only: white on red, green or yellow. */
  private String verdict(String text, RunReport report) {
    String colors =
        report.newFindings() > 0 ? "1;37;41" : report.complete() ? "1;30;42" : "1;30;43";
    return style.color ? styled(colors, " " + text + " ") : text;
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
    return style.color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** A link to a file of this machine; its name is in ASCII, whatever it is. */
  private String linked(String file, String text) {
    if (!style.links || !file.startsWith("/")) {
      return text;
    }
    return "\u001b]8;;" + FileAddress.of(file) + "\u001b\\" + text + END_OF_LINK;
  }
}
