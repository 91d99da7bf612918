package fencepost.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.samskivert.mustache.Mustache;
import fencepost.frontend.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The report as a page: one file that fetches nothing. The overview is HTML from a template, which
 * escapes what the program has named; the races are data, from which the page's script makes a view
 * when somebody looks at one. A policy in the page's head lets nothing else be executed.
 */
public final class HtmlReport {
  private static final int AROUND = 3;
  private static final String PAGE = resource("page.html");
  private static final String STYLE = resource("page.css");
  private static final String SCRIPT = resource("page.js");
  private static final String IMPORTS =
      "{\"imports\":{\"lit-html\":\"data:text/javascript;base64,"
          + Base64.getEncoder()
              .encodeToString(resource("lit-html.js").getBytes(StandardCharsets.UTF_8))
          + "\"}}";

  private HtmlReport() {}

  public static String of(RunReport report) {
    return page(report, false);
  }

  /** The same of a run that goes on: the page asks for what is new beside its own address. */
  public static String live(RunReport report) {
    return page(report, true);
  }

  private static String page(RunReport report, boolean live) {
    Map<String, Object> values = new HashMap<>();
    values.put("style", STYLE);
    values.put("styleHash", hash(STYLE));
    values.put("imports", IMPORTS);
    values.put("importsHash", hash(IMPORTS));
    values.put("script", SCRIPT);
    values.put("scriptHash", hash(SCRIPT));
    values.put("connect", live ? "'self'" : "'none'");
    values.put("live", live);
    values.put("version", JsonReport.VERSION);
    values.put("data", data(report));
    overview(values, report);
    return Mustache.compiler()
        .escapeHTML(true)
        .emptyStringIsFalse(true)
        .compile(PAGE)
        .execute(values);
  }

  private static void overview(Map<String, Object> values, RunReport report) {
    values.put("verdict", verdict(report));
    values.put("outcome", outcome(report));
    values.put("program", shown(report.program()));
    values.put("model", report.model());
    values.put("ranks", report.ranks());
    values.put("races", report.findings().size());
    values.put("known", report.baseline() == null ? "" : report.newFindings() + " new");
    values.put("suppressed", report.suppressed());
    values.put("seen", report.complete() ? "the whole run" : "only a part, see the notes");
    List<Map<String, Object>> statistics = new ArrayList<>();
    new TreeMap<>(report.statistics())
        .forEach((name, value) -> statistics.add(Map.of("name", name, "value", value)));
    values.put("statistics", statistics);
    values.put("kinds", kinds(report));
    values.put("hasKinds", !report.findings().isEmpty());
    values.put("notes", report.notes().stream().map(HtmlReport::shown).toList());
    values.put("hasNotes", !report.notes().isEmpty());
    values.put("unseen", report.unseen().stream().map(HtmlReport::shown).toList());
    values.put("hasUnseen", !report.unseen().isEmpty());
  }

  /** In two or three words. */
  private static String verdict(RunReport report) {
    int races = report.findings().size();
    return races == 0 ? "No race found" : races == 1 ? "1 race found" : races + " races found";
  }

  /** How the verdict is to be coloured. */
  private static String outcome(RunReport report) {
    return report.newFindings() > 0 ? "races" : report.complete() ? "clean" : "partial";
  }

  private static List<Map<String, Object>> kinds(RunReport report) {
    Map<Rule, long[]> counts = new TreeMap<>();
    for (Finding finding : report.findings()) {
      long[] count = counts.computeIfAbsent(finding.rule(), rule -> new long[2]);
      count[0]++;
      count[1] += finding.count();
    }
    List<Map<String, Object>> kinds = new ArrayList<>();
    counts.forEach(
        (rule, count) ->
            kinds.add(
                Map.of(
                    "id",
                    rule.id(),
                    "summary",
                    rule.summary(),
                    "races",
                    count[0],
                    "count",
                    count[1])));
    return kinds;
  }

  /** What a page that watches a run asks for again and again: how far it is. */
  public static String liveState(
      String progress, int races, String version, @Nullable RunReport end) {
    ObjectNode state = Json.object().put("progress", shown(progress)).put("version", version);
    state.put("races", end == null ? races : end.findings().size());
    state.put("over", end != null);
    String found = races == 1 ? "1 race so far" : races + " races so far";
    state.put("verdict", end == null ? found : verdict(end));
    state.put("outcome", end == null ? (races == 0 ? "partial" : "races") : outcome(end));
    return Json.write(state);
  }

  /** The same for what was found. */
  public static String liveData(RunReport report, String version) {
    return line(tree(report).put("version", version));
  }

  /** What the page's script works with, as it can stand in a script element. */
  static String data(RunReport report) {
    return line(tree(report)).replace("<", "\\u003c");
  }

  private static String line(ObjectNode tree) {
    try {
      return Json.MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode tree(RunReport report) {
    SourceLines sources = new SourceLines();
    ObjectNode root = JsonReport.tree(report, sources);
    root.put("here", Path.of("").toAbsolutePath().toString());
    harmless(root);
    root.set("sources", excerpts(report, sources));
    ObjectNode rules = root.putObject("rules");
    report.findings().stream()
        .map(Finding::rule)
        .distinct()
        .forEach(rule -> rules.put(rule.id(), rule.help()));
    timeline(root, report.timeline());
    return root;
  }

  /** Spells out what is not to be seen in every text of a tree. */
  private static void harmless(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              entry -> {
                if (entry.getValue().isTextual()) {
                  entry.setValue(TextNode.valueOf(shown(entry.getValue().asText())));
                } else {
                  harmless(entry.getValue());
                }
              });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isTextual()) {
          array.set(i, TextNode.valueOf(shown(array.get(i).asText())));
        } else {
          harmless(array.get(i));
        }
      }
    }
  }

  /** The lines around all places, by file and number. */
  private static ObjectNode excerpts(RunReport report, SourceLines sources) {
    Map<String, Map<Integer, String>> wanted = new LinkedHashMap<>();
    for (Finding finding : report.findings()) {
      for (Finding.Access access : finding.accesses()) {
        add(wanted, access.place().file(), access.place().line(), sources);
      }
      if (finding.patch() != null) {
        add(wanted, finding.patch().file(), finding.patch().line(), sources);
      }
    }
    return Json.MAPPER.valueToTree(wanted);
  }

  private static void add(
      Map<String, Map<Integer, String>> wanted, String file, int line, SourceLines sources) {
    int last = line < 1 ? 0 : Math.min(sources.of(file).size(), line + AROUND);
    for (int i = Math.max(1, line - AROUND); i <= last; i++) {
      wanted
          .computeIfAbsent(shown(file), key -> new TreeMap<>())
          .put(i, Printable.text(sources.at(file, i).replace("\t", "    ")));
    }
  }

  private static void timeline(ObjectNode root, RunTimeline timeline) {
    Map<String, Integer> calls = new LinkedHashMap<>();
    ArrayNode lanes = root.putArray("timeline");
    for (RunTimeline.Lane lane : timeline.lanes()) {
      ObjectNode node = lanes.addObject().put("rank", lane.rank()).put("thread", lane.thread());
      ArrayNode times = node.putArray("times");
      ArrayNode names = node.putArray("calls");
      for (Timeline.Mark mark : lane.marks()) {
        times.add(mark.time() - timeline.start());
        names.add(calls.computeIfAbsent(mark.call(), call -> calls.size()));
      }
    }
    ArrayNode names = root.putArray("calls");
    calls.keySet().forEach(names::add);
  }

  private static String shown(String text) {
    return Printable.text(text);
  }

  private static String resource(String name) {
    try (InputStream file =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream("html/" + name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
