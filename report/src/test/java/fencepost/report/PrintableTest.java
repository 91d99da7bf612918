package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text of the program on a terminal. */
class PrintableTest {
  private static final String HOSTILE = "\u001b[2J\u0007\r\u009b1m\u202e\u007f\ud800";

  @TempDir Path directory = Path.of("");

  @Test
  void whatIsNotSeenIsSpelledOut() {
    assertThat(Printable.text(HOSTILE)).isEqualTo("\\x1b[2J\\x07\\x0d\\x9b1m\\u202e\\x7f\\ud800");
    assertThat(Printable.line("\tx\n")).isEqualTo(" x\\x0a");
  }

  @Test
  void otherTextStaysAsItIs() {
    assertThat(Printable.text("prög \u4e16 \ud83d\ude00 \\x1b"))
        .isEqualTo("prög \u4e16 \ud83d\ude00 \\x1b");
  }

  /** Hostile text in every place of a report where there is text of the program. */
  @Test
  void noReportControlsATerminal() throws IOException {
    Path file = directory.resolve("a\u001b[2Jb.c");
    Files.writeString(file, "x = 1; // \u001b[2J\u009b\u202e\n");
    SourcePlace place = new SourcePlace(file.toString(), 1, "f" + HOSTILE);
    Finding.Access access = new Finding.Access(0, 0, "call" + HOSTILE, "read", List.of(place));
    Finding finding =
        new Finding(
            Rule.TARGET_ACCESS,
            new Finding.Location(0, "variable " + HOSTILE, 0, 4),
            List.of(access, access),
            "because " + HOSTILE,
            "do " + HOSTILE,
            1,
            List.of(0));
    RunReport report =
        new RunReport(
            "mpi", "./" + HOSTILE, 1, true, List.of(finding), 0, List.of(HOSTILE), Map.of());
    assertThat(TextReport.of(report, TextReport.Style.PLAIN).replace("\n", "")).matches("\\P{C}*");
    assertThat(
            TextReport.of(report, new TextReport.Style(true, false, 80))
                .replaceAll("\u001b\\[[0-9;]+m|\n", ""))
        .matches("\\P{C}*");
    assertThat(JsonReport.of(report).replaceAll("[\\r\\n\u007f]", "")).matches("[ -~]*");
  }
}
