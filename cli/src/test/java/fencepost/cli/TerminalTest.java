package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.RunReport;
import fencepost.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the terminal is told, and that it fits. */
class TerminalTest {
  private static final Map<String, String> PLAIN = Map.of("TERM", "xterm-256color");

  @TempDir Path directory = Path.of("");

  @Test
  void colourIsForTerminalsOnlyAndCanBeRefused() {
    assertThat(Terminal.style(true, 80, PLAIN)).isEqualTo(new TextReport.Style(true, false, 80));
    assertThat(Terminal.style(false, 80, PLAIN)).isEqualTo(TextReport.Style.PLAIN);
    assertThat(Terminal.style(true, 80, Map.of("NO_COLOR", "1")).color()).isFalse();
    assertThat(Terminal.style(true, 80, Map.of("NO_COLOR", "")).color()).isTrue();
    assertThat(Terminal.style(true, 80, Map.of("TERM", "dumb")).color()).isFalse();
  }

  @Test
  void linksAreForTerminalsThatShowThem() {
    assertThat(Terminal.style(true, 80, Map.of("VTE_VERSION", "7200")).links()).isTrue();
    assertThat(Terminal.style(true, 80, Map.of("TERM", "xterm-kitty")).links()).isTrue();
    assertThat(Terminal.style(true, 80, Map.of("VTE_VERSION", "4800")).links()).isFalse();
    assertThat(Terminal.style(false, 80, Map.of("VTE_VERSION", "7200")).links()).isFalse();
  }

  @Test
  void allButNamesFitsIntoEightyColumns() throws IOException {
    RunReport report = HostileReport.of(directory);
    List<String> lines =
        Arrays.asList(TextReport.of(report, new TextReport.Style(false, false, 80)).split("\n"));
    assertThat(lines)
        .filteredOn(line -> line.length() > 80)
        .allMatch(line -> line.contains("\\x1b"), "only words that cannot be broken are longer");
  }

  @Test
  void theVerdictIsTheLastLine() throws IOException {
    RunReport report = HostileReport.of(directory);
    String text = TextReport.of(report, new TextReport.Style(true, false, 80));
    String[] lines = text.split("\n");
    assertThat(lines[lines.length - 1])
        .startsWith("\u001b[1;37;41m fencepost: 1 race found (only a part was seen) ");
  }
}
