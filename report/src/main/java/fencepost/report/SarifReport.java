package fencepost.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fencepost.report.Finding.Access;
import fencepost.report.Finding.Certainty;
import java.nio.file.Path;
import java.util.List;

/**
 * The report for code-scanning services and editors: SARIF 2.1.0. A result stands at the first of
 * the two lines; the other one is a related location, and each side is a thread flow.
 */
public final class SarifReport {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String BASE = "SRCROOT";
  private static final List<Rule> RULES = List.of(Rule.values());

  private final Path here = Path.of("").toAbsolutePath();
  private final SourceLines sources = new SourceLines();

  private SarifReport() {}

  public static String of(RunReport report) {
    return new SarifReport().write(report);
  }

  private String write(RunReport report) {
    ObjectNode root = Json.object();
    root.put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    driver(run.putObject("tool").putObject("driver"));
    run.put("columnKind", "utf16CodeUnits");
    run.putObject("originalUriBaseIds").putObject(BASE).put("uri", FileAddress.of(here + "/"));
    invocation(run.putArray("invocations").addObject(), report);
    ArrayNode results = run.putArray("results");
    List<String> fingerprints = Fingerprints.of(report.findings(), sources);
    for (int i = 0; i < fingerprints.size(); i++) {
      result(results.addObject(), report, report.findings().get(i), fingerprints.get(i));
    }
    return Json.write(root);
  }

  private static void driver(ObjectNode driver) {
    driver.put("name", "Fencepost").put("version", JsonReport.VERSION);
    driver.put("semanticVersion", JsonReport.VERSION);
    ArrayNode rules = driver.putArray("rules");
    for (Rule rule : RULES) {
      ObjectNode node = rules.addObject().put("id", rule.id());
      node.putObject("shortDescription").put("text", rule.summary());
      node.putObject("help").put("text", rule.help()).put("markdown", rule.help());
      node.putObject("defaultConfiguration").put("level", "error");
      node.putObject("properties").putArray("tags").add("data-race").add("correctness");
    }
  }

  private static void invocation(ObjectNode node, RunReport report) {
    node.put("executionSuccessful", report.complete());
    ArrayNode notes = node.putArray("toolExecutionNotifications");
    for (String note : report.notes()) {
      notes.addObject().put("level", "note").putObject("message").put("text", shown(note));
    }
    for (String object : report.unseen()) {
      notes
          .addObject()
          .put("level", "warning")
          .putObject("message")
          .put("text", "loads and stores of this object were not seen: " + shown(object));
    }
  }

  private void result(ObjectNode node, RunReport report, Finding finding, String fingerprint) {
    node.put("ruleId", finding.rule().id());
    node.put("ruleIndex", RULES.indexOf(finding.rule()));
    node.put("level", finding.certainty() == Certainty.STATIC_MAY ? "warning" : "error");
    node.putObject("message").put("text", message(finding));
    Access first = finding.accesses().get(0);
    Access second = finding.accesses().get(1);
    if (first.place().isKnown()) {
      location(node.putArray("locations").addObject(), first.place());
    }
    related(node.putArray("relatedLocations"), 1, second, second.place());
    flows(node.putArray("codeFlows").addObject(), finding);
    node.putObject("partialFingerprints").put("fencepostPair/v1", fingerprint);
    node.put("occurrenceCount", finding.count());
    if (report.baseline() != null) {
      node.put("baselineState", report.isNew(fingerprint) ? "new" : "unchanged");
    }
    Patch patch = finding.patch();
    if (patch != null) {
      fix(node.putArray("fixes").addObject(), finding, patch);
    }
    node.putObject("properties")
        .put("certainty", finding.certainty().id())
        .put("object", shown(finding.location().object()))
        .put("standard", Standards.section(finding));
  }

  private static String message(Finding finding) {
    Access second = finding.accesses().get(1);
    String text =
        "Race: %s. %s and [%s](1) touch %s. %s Fix: %s"
            .formatted(
                finding.rule().summary(),
                finding.accesses().get(0).operation(),
                second.operation(),
                finding.location().object(),
                finding.why(),
                finding.fix());
    return shown(text);
  }

  /** A place without a line cannot be related to, but its number must exist for the link. */
  private void related(ArrayNode nodes, int id, Access access, SourcePlace place) {
    ObjectNode node = nodes.addObject().put("id", id);
    node.putObject("message").put("text", described(access));
    if (place.isKnown()) {
      location(node, place);
    }
  }

  private void flows(ObjectNode flow, Finding finding) {
    ArrayNode threads = flow.putArray("threadFlows");
    for (Access access : finding.accesses()) {
      ObjectNode thread = threads.addObject();
      thread.put("id", "rank " + access.rank() + ", thread " + access.thread());
      ArrayNode steps = thread.putArray("locations");
      // SARIF lists callers first; the stack has them last.
      for (int i = access.stack().size() - 1; i >= 0; i--) {
        ObjectNode step = steps.addObject().putObject("location");
        String what = i == 0 ? described(access) : "calls " + access.stack().get(i - 1).function();
        step.putObject("message").put("text", shown(what));
        if (access.stack().get(i).isKnown()) {
          location(step, access.stack().get(i));
        }
      }
    }
  }

  private static String described(Access access) {
    String by = access.rank() == Finding.ANY_RANK ? "" : " by " + access.process();
    return shown(access.operation() + " (" + access.access() + ")" + by);
  }

  private void location(ObjectNode node, SourcePlace place) {
    ObjectNode physical = node.putObject("physicalLocation");
    artifact(physical, place.file());
    ObjectNode region = physical.putObject("region").put("startLine", place.line());
    if (place.column() > 0) {
      region.put("startColumn", place.column());
    }
    String line = sources.at(place);
    if (!line.isEmpty()) {
      region.putObject("snippet").put("text", shown(line.replace('\t', ' ')));
    }
    if (!place.function().isEmpty()) {
      node.putArray("logicalLocations")
          .addObject()
          .put("fullyQualifiedName", shown(place.function()))
          .put("kind", "function");
    }
  }

  private void artifact(ObjectNode physical, String file) {
    ObjectNode artifact = physical.putObject("artifactLocation");
    String inside = here + "/";
    if (file.startsWith(inside)) {
      artifact.put("uri", FileAddress.of(file.substring(inside.length()))).put("uriBaseId", BASE);
    } else if (file.startsWith("/")) {
      artifact.put("uri", FileAddress.of(file));
    } else {
      artifact.put("uri", FileAddress.of(file)).put("uriBaseId", BASE);
    }
  }

  private void fix(ObjectNode node, Finding finding, Patch patch) {
    node.putObject("description").put("text", shown(finding.fix()));
    ObjectNode change = node.putArray("artifactChanges").addObject();
    artifact(change, patch.file());
    ObjectNode replacement = change.putArray("replacements").addObject();
    replacement
        .putObject("deletedRegion")
        .put("startLine", patch.line())
        .put("startColumn", 1)
        .put("endLine", patch.line())
        .put("endColumn", 1);
    replacement.putObject("insertedContent").put("text", shown(patch.text()) + "\n");
  }

  private static String shown(String text) {
    return Printable.text(text);
  }
}
