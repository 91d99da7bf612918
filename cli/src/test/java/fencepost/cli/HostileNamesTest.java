package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fencepost.report.HtmlReport;
import fencepost.report.JsonReport;
import fencepost.report.JunitReport;
import fencepost.report.RunReport;
import fencepost.report.SarifReport;
import fencepost.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Quotes, tags, escapes, newlines and marks of writing direction in everything that a program can
 * name. What a browser makes of them is asked in {@link BrowserTest}.
 */
class HostileNamesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path directory = Path.of("");
  private RunReport report = new RunReport("", "", 0, true, List.of(), 0, List.of(), Map.of());

  @BeforeEach
  void makeReport() throws IOException {
    report = HostileReport.of(directory);
  }

  @Test
  void everyFormatStaysValid() {
    ReportSchemas.validated(report);
  }

  @Test
  void theTextHasNoControlCharactersButItsOwn() {
    String plain = TextReport.of(report, TextReport.Style.PLAIN);
    assertThat(plain.replace("\n", "")).matches("\\P{C}*");
    String colored = TextReport.of(report, new TextReport.Style(true, true, 80));
    assertThat(colored.replaceAll("\u001b\\[[0-9;]+m|\u001b]8;;[!-~]*\u001b\\\\|\n", ""))
        .matches("\\P{C}*");
  }

  @Test
  void jsonKeepsNamesAsTheyAreInAscii() throws IOException {
    String json = JsonReport.of(report);
    assertThat(json.replace("\n", "")).matches("[ -~\u007f]*");
    JsonNode read = MAPPER.readTree(json);
    assertThat(read.path("program").asText()).isEqualTo("./" + HostileReport.NAME);
  }

  @Test
  void sarifShowsNamesSpelledOut() throws IOException {
    String sarif = SarifReport.of(report);
    assertThat(sarif.replace("\n", "")).matches("[ -~]*");
    JsonNode result = MAPPER.readTree(sarif).at("/runs/0/results/0");
    assertThat(result.at("/message/text").asText()).contains("\\x1b[2J").doesNotContain("\u001b");
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .matches("[!-~]+");
  }

  @Test
  void junitShowsNamesSpelledOut() {
    assertThat(JunitReport.of(report))
        .contains("\\x1b[2J", "&lt;img")
        .doesNotContain("<img", "\u001b", "\u202e", "]]>");
  }

  @Test
  void theHtmlHasNamesOnlyAsText() {
    String page = HtmlReport.of(report);
    assertThat(page).doesNotContain("<img", "<script>window", "\u001b", "\u202e", "\u2066");
    assertThat(page.split("<script", -1)).as("the page's own scripts").hasSize(4);
  }

  @Test
  void aProgramOfAnyNameIsReported() throws IOException {
    Path source = directory.resolve("it's <b>\u202e \"x\".c");
    Files.copy(Path.of("../tests/mpi/put_store_origin_no_flush.c"), source);
    String json = "--json=" + directory.resolve("r.json");
    String html = "--html=" + directory.resolve("r.html");
    String sarif = "--sarif=" + directory.resolve("r.sarif");
    assertThat(Main.run("check", "-n", "2", json, html, sarif, source.toString()))
        .isEqualTo(ExitCode.RACES);
    ReportSchemas.validateFiles(directory);
    assertThat(Files.readString(directory.resolve("r.html")))
        .doesNotContain("<b>", "\u202e")
        .contains("&lt;b&gt;");
  }
}
