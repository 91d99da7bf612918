package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import fencepost.report.Finding;
import fencepost.report.HtmlReport;
import fencepost.report.Rule;
import fencepost.report.RunReport;
import fencepost.report.SourcePlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reports of real programs in a real browser: what people see, with a mouse and without, in light
 * and dark, on paper, and by a screen reader as far as axe can tell.
 *
 * <p>With {@code -Dfencepost.screenshots=DIRECTORY} ({@code ./test --screenshots}), pictures for
 * the documentation are written there.
 */
@Execution(ExecutionMode.SAME_THREAD)
class BrowserTest {
  private static final @Nullable String SCREENSHOTS = System.getProperty("fencepost.screenshots");

  /** Far more than it takes; the figure itself is printed. */
  private static final double LONGEST_OPENING = 20_000;

  private static @Nullable Browser browser;

  @TempDir Path directory = Path.of("");

  @BeforeAll
  static void start() throws Exception {
    String program = Browser.program();
    assumeTrue(program != null, "Chromium is not installed: apt-get install chromium");
    browser = new Browser(Objects.requireNonNull(program));
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static Browser browser() {
    return Objects.requireNonNull(browser);
  }

  private Path report(String command, String program) throws IOException {
    Path page = directory.resolve("report.html");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add("--html=" + page);
    if (command.equals("analyze")) {
      String trace = directory.resolve("trace").toString();
      assertThat(Main.run("run", "-n", "2", "--record=" + trace, program))
          .isEqualTo(ExitCode.RACES);
      words.add(trace);
    } else {
      words.add(program);
    }
    assertThat(Main.run(words.toArray(String[]::new))).isEqualTo(ExitCode.RACES);
    return page;
  }

  @ParameterizedTest
  @CsvSource({
    "run -n 4, ../examples/mpi/halo_racy.c, mpi",
    "run -n 2, ../tests/shmem/atomic_add_target_load.c, shmem",
    "run -n 2, ../tests/gaspi/write_wait_barrier_load.c, gaspi",
    "analyze, ../tests/mpi/put_store_origin_no_flush.c, recorded",
    "check -n 2, ../tests/mpi/put_store_origin_no_flush.c, static",
    "check -n 2, ../tests/threads/c11_buffer_in_use.c, threads",
    "run -n 2, ../tests/threads/c11_buffer_in_use.c, threads-run",
  })
  void aReportCanBeReadByEveryone(String command, String program, String name) throws Exception {
    browser().size(1000, 1100);
    browser().dark(false);
    browser().open(report(command, program));
    screenshot(name + "-overview", "document.body");
    withTheKeyboardOnly();
    withAMouse();
    assertThat(violations()).isEmpty();
    String light = style("background-color");
    screenshot(name + "-light", "document.getElementById('races')");
    browser().dark(true);
    assertThat(style("background-color")).isNotEqualTo(light);
    assertThat(violations()).isEmpty();
    screenshot(name + "-dark", "document.getElementById('races')");
    browser().dark(false);
    onPaper();
    browser().size(360, 800);
    assertThat(value("document.documentElement.scrollWidth").asInt())
        .as("a narrow screen")
        .isLessThanOrEqualTo(360);
    assertThat(browser().troubles()).isEmpty();
  }

  private void withTheKeyboardOnly() throws Exception {
    value("document.querySelectorAll('details').forEach(d => d.open = false)");
    browser().press("j");
    assertThat(value("document.activeElement.tagName").asText()).isEqualTo("SUMMARY");
    browser().press("Enter");
    assertThat(value("document.getElementById('race-1').open").asBoolean()).isTrue();
    if (value("document.querySelectorAll('svg .event').length").asInt() > 0) {
      for (int i = 0; i < 4 && !isAtEvent(); i++) {
        browser().press("Tab");
      }
      assertThat(isAtEvent()).isTrue();
      assertThat(value("document.querySelector('.spacetime .explain').textContent"))
          .isEqualTo(value("document.activeElement.getAttribute('aria-label')"));
    }
    value("document.activeElement.blur()");
    browser().press("/");
    browser().type("nothing that is there");
    assertThat(value("document.querySelectorAll('ol.races > li').length").asInt()).isZero();
    value("document.activeElement.value = ''");
    value("document.getElementById('search').dispatchEvent(new Event('input'))");
    assertThat(value("document.querySelectorAll('ol.races > li').length").asInt()).isPositive();
  }

  private boolean isAtEvent() throws Exception {
    return value("document.activeElement.matches('svg .event')").asBoolean();
  }

  private void withAMouse() throws Exception {
    value("document.activeElement.blur()");
    assertThat(value("document.getElementById('race-1').open").asBoolean()).isTrue();
    value("document.querySelector('#race-1 > summary').click()");
    assertThat(value("document.getElementById('race-1').open").asBoolean()).isFalse();
    value("document.querySelector('#race-1 > summary').click()");
    value("new Promise(done => setTimeout(done, 100))");
    assertThat(value("document.querySelectorAll('#race-1 pre .at').length").asInt())
        .as("marked lines")
        .isEqualTo(2);
    assertThat(value("document.querySelector('#race-1 .body').innerText").asText())
        .contains("Why", "Fix", "Rule", "Occurrences");
  }

  /** Races are opened for the printer, and closed again. */
  private void onPaper() throws Exception {
    value("document.getElementById('race-1').open = false");
    value(
        "addEventListener('beforeprint', () => { window.printed ="
            + " document.getElementById('race-1').innerText })");
    assertThat(new String(browser().print(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    assertThat(value("window.printed").asText()).contains("Why", "Fix", "Occurrences");
    assertThat(value("document.getElementById('race-1').open").asBoolean()).isFalse();
  }

  private static JsonNode value(String expression) throws Exception {
    return browser().evaluate(expression);
  }

  private static String style(String name) throws Exception {
    return value("getComputedStyle(document.body).getPropertyValue('" + name + "')").asText();
  }

  /** What axe finds; each with the elements it is about. */
  private static List<String> violations() throws Exception {
    try (InputStream axe =
        Objects.requireNonNull(BrowserTest.class.getResourceAsStream("/axe.min.js"))) {
      browser().evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8) + ";0");
    }
    List<String> found = new ArrayList<>();
    JsonNode result =
        value(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id"
                + " + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' ')))");
    result.forEach(violation -> found.add(violation.asText()));
    return found;
  }

  private static void screenshot(String name, String at) throws Exception {
    if (SCREENSHOTS != null && name.startsWith("mpi")) {
      value("(" + at + ").scrollIntoView({behavior: 'instant'})");
      value("new Promise(done => setTimeout(done, 200))"); // the timeline is painted
      Files.createDirectories(Path.of(SCREENSHOTS));
      browser().screenshot(Path.of(SCREENSHOTS, "report-" + name + ".png"));
    }
  }

  private static Stream<Arguments> sizes() {
    Stream<Arguments> largest = Stream.of(Arguments.of(10_000, 1024));
    Stream<Arguments> others = Stream.of(Arguments.of(10_000, 4), Arguments.of(100, 1024));
    return Boolean.getBoolean("fencepost.full") ? Stream.concat(largest, others) : largest;
  }

  /** Prints how long it takes; the bound only catches what has gone wrong altogether. */
  @ParameterizedTest
  @MethodSource("sizes")
  void aBigReportOpensAndScrolls(int findings, int ranks) throws Exception {
    Path page = BigReport.write(directory.resolve("big.html"), findings, ranks);
    browser().size(1000, 800);
    double opening = browser().open(page);
    System.out.printf(
        "%d findings, %d ranks: %.1f MB, opened in %.0f ms; frames while scrolling %s, while"
            + " zooming into the timeline %s%n",
        findings,
        ranks,
        Files.size(page) / 1e6,
        opening,
        frames("scrollBy({ top: 120, behavior: 'instant' })"),
        frames("zoom.value = 1 + times.length % 40; zoom.dispatchEvent(new Event('input'))"));
    assertThat(opening).isLessThan(LONGEST_OPENING);
    assertThat(value("document.getElementById('matches').textContent").asText())
        .startsWith(findings >= 1000 ? "10,000 of" : findings + " of");
    value("location.hash = '#race-" + findings + "'");
    value("new Promise(done => setTimeout(done, 300))");
    assertThat(value("document.getElementById('race-" + findings + "').open").asBoolean()).isTrue();
    assertThat(browser().troubles()).isEmpty();
  }

  /** How long frames take while something is done in each: the median, and that of 95 %. */
  private static String frames(String action) throws Exception {
    JsonNode frames =
        value(
            """
            new Promise(done => {
              const times = [];
              const zoom = document.querySelectorAll("#timeline input")[1];
              let last = performance.now();
              const step = () => {
                const now = performance.now();
                times.push(now - last);
                last = now;
                ACTION;
                if (times.length < 100) requestAnimationFrame(step);
                else done(times.slice(1).sort((a, b) => a - b));
              };
              requestAnimationFrame(step);
            })
            """
                .replace("ACTION", action));
    return "%.1f ms (median), %.1f ms (95 %%)"
        .formatted(
            frames.get(frames.size() / 2).asDouble(),
            frames.get(frames.size() * 95 / 100).asDouble());
  }

  @Test
  void aRunCanBeWatchedToItsEnd() throws Exception {
    try (WatchPage page = new WatchPage()) {
      browser().open(page.address());
      await("document.getElementById('progress').textContent.includes('not been started')");
      page.show(new RunInView.Ended(HostileReport.of(directory)));
      await("document.getElementById('progress').textContent === 'the run is over'");
      await("document.querySelectorAll('ol.races > li').length === 1");
      assertThat(value("document.getElementById('verdict').textContent").asText())
          .isEqualTo("1 race found");
      assertThat(violations()).isEmpty();
      assertThat(browser().troubles()).isEmpty();
    }
  }

  private static void await(String condition) throws Exception {
    for (int i = 0; i < 200 && !value(condition).asBoolean(); i++) {
      Thread.sleep(50);
    }
    assertThat(value(condition).asBoolean()).as(condition).isTrue();
  }

  /** One line that races with three others in the same memory, and a race elsewhere. */
  private static RunReport grouped() {
    List<Finding> findings = new ArrayList<>();
    for (int line = 20; line <= 23; line++) {
      SourcePlace put = new SourcePlace("halo.c", line == 23 ? 30 : 10, "main");
      SourcePlace load = new SourcePlace("halo.c", line, "update");
      findings.add(
          new Finding(
              Rule.TARGET_ACCESS,
              new Finding.Location(1, "window", 0, 4),
              List.of(
                  new Finding.Access(0, 0, "MPI_Put", "write", List.of(put)),
                  new Finding.Access(1, 0, "load", "read", List.of(load))),
              "nothing orders them",
              "order them",
              3,
              List.of(0, 1)));
    }
    return new RunReport("mpi", "halo", 2, true, findings, 0, List.of(), Map.of("events", 1));
  }

  @Test
  void racesOfOneCauseAreShownByTheFirst() throws Exception {
    Path page = directory.resolve("grouped.html");
    Files.writeString(page, HtmlReport.of(grouped()));
    browser().open(page);
    assertThat(listed()).isEqualTo("race-1 race-4");
    assertThat(value("document.querySelector('#race-1 .badge').textContent").asText())
        .isEqualTo("2 more of this cause");
    value("document.getElementById('race-1').open = true");
    await("document.querySelectorAll('#race-1 .related a').length === 2");
    assertThat(violations()).isEmpty();
    value("document.querySelectorAll('#race-1 .related a')[1].click()");
    await("document.getElementById('race-3')?.open");
    assertThat(listed()).isEqualTo("race-1 race-2 race-3 race-4");
    value("document.getElementById('grouped').click()");
    assertThat(listed()).isEqualTo("race-1 race-4");
    browser().press("/");
    browser().type("\"line\":22");
    assertThat(listed()).as("what was searched for").isEqualTo("race-3");
    assertThat(browser().troubles()).isEmpty();
  }

  private static String listed() throws Exception {
    return value(
            "[...document.querySelectorAll('ol.races > li > details')].map(d => d.id).join(' ')")
        .asText();
  }

  @Test
  void hostileNamesAreTextAndNothingElse() throws Exception {
    Path page = directory.resolve("hostile.html");
    Files.writeString(page, HtmlReport.of(HostileReport.of(directory)));
    browser().open(page);
    value("document.getElementById('race-1').open = true");
    value("new Promise(done => setTimeout(done, 200))");
    assertThat(value("window.attacked === undefined").asBoolean()).isTrue();
    assertThat(value("document.querySelectorAll('img, iframe, b').length").asInt()).isZero();
    assertThat(value("document.body.innerText").asText())
        .contains("<img src=x onerror=", "</script><script>", "\\u202e", "\\x1b")
        .doesNotContain("\u202e", "\u001b");
    assertThat(browser().troubles()).isEmpty();
  }
}
