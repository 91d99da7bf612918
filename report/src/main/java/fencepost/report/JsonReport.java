package fencepost.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fencepost.report.Finding.Access;
import java.util.List;

/**
 * The report for programs. Its fields are described in {@code docs/json.md} and {@code
 * docs/report.schema.json}; a change that breaks readers moves the schema.
 */
public final class JsonReport {
  public static final String VERSION = "1.0.0";
  private static final int SCHEMA = 1;

  private JsonReport() {}

  public static String of(RunReport report) {
    return Json.write(tree(report, new SourceLines()));
  }

  static ObjectNode tree(RunReport report, SourceLines sources) {
    ObjectNode root = Json.object();
    root.put("tool", "fencepost").put("version", VERSION).put("schema", SCHEMA);
    root.put("model", report.model()).put("program", report.program()).put("ranks", report.ranks());
    root.put("complete", report.complete());
    ArrayNode races = root.putArray("races");
    List<String> fingerprints = Fingerprints.of(report.findings(), sources);
    int[] groups = FindingGroups.of(report.findings());
    for (int i = 0; i < fingerprints.size(); i++) {
      ObjectNode node = races.addObject();
      race(node, report.findings().get(i), i + 1);
      node.put("group", groups[i] + 1);
      node.put("fingerprint", fingerprints.get(i));
      if (report.baseline() != null) {
        node.put("baseline", report.isNew(fingerprints.get(i)) ? "new" : "known");
      }
    }
    root.putObject("summary")
        .put("races", report.findings().size())
        .put("suppressed", report.suppressed());
    root.set("statistics", Json.MAPPER.valueToTree(report.statistics()));
    root.set("notes", Json.MAPPER.valueToTree(report.notes()));
    root.set("unseen", Json.MAPPER.valueToTree(report.unseen()));
    return root;
  }

  private static void race(ObjectNode node, Finding finding, int id) {
    node.put("id", id);
    node.put("kind", finding.rule().kind()).put("certainty", finding.certainty().id());
    node.put("rule", finding.rule().id()).put("standard", Standards.section(finding));
    node.put("message", finding.rule().summary()).put("fix", finding.fix());
    process(node.putObject("location"), finding.location().rank(), finding.location().process())
        .put("object", finding.location().object())
        .put("pointer", finding.location().pointer())
        .put("offset", finding.location().offset())
        .put("bytes", finding.location().bytes());
    ArrayNode accesses = node.putArray("accesses");
    finding.accesses().forEach(access -> access(accesses.addObject(), access));
    node.putArray("ordering").add(finding.why());
    node.put("count", finding.count());
    ArrayNode ranks = node.putArray("ranks");
    finding.ranks().forEach(ranks::add);
    if (!finding.path().isEmpty()) {
      ArrayNode path = node.putArray("path");
      finding.path().forEach(path::add);
    }
    if (finding.witness() != null) {
      PredictedRaces.write(node.putArray("witness"), finding.witness());
    }
    if (finding.diagram() != null) {
      diagram(node.putObject("diagram"), finding.diagram());
    }
    if (finding.patch() != null) {
      node.putObject("patch")
          .put("file", finding.patch().file())
          .put("line", finding.patch().line())
          .put("insert", finding.patch().text());
    }
  }

  private static void diagram(ObjectNode node, Diagram diagram) {
    ArrayNode lanes = node.putArray("lanes");
    diagram.lanes().forEach(lane -> lanes.addObject().put("rank", lane.rank()));
    ArrayNode events = node.putArray("events");
    for (Diagram.Event event : diagram.events()) {
      events
          .addObject()
          .put("lane", event.lane())
          .put("row", event.row())
          .put("what", event.what().id())
          .put("call", event.call())
          .put("file", event.place().file())
          .put("line", event.place().line());
    }
    ArrayNode effects = node.putArray("effects");
    for (Diagram.Span effect : diagram.effects()) {
      effects
          .addObject()
          .put("issue", effect.issue())
          .put("completion", effect.completion())
          .put("from", effect.from())
          .put("to", effect.to())
          .put("time", effect.time());
    }
    node.put("known", diagram.known()).put("size", diagram.size());
  }

  /** Only a process whose number is not its rank has a name. */
  private static ObjectNode process(ObjectNode node, int number, String name) {
    node.put("rank", number);
    return name.equals("rank " + number) ? node : node.put("process", name);
  }

  private static void access(ObjectNode node, Access access) {
    SourcePlace place = access.place();
    process(node, access.rank(), access.process()).put("thread", access.thread());
    node.put("operation", access.operation()).put("access", access.access());
    node.put("file", place.file()).put("line", place.line());
    node.put("column", place.column());
    node.put("function", place.function());
    ArrayNode stack = node.putArray("stack");
    for (SourcePlace frame : access.stack()) {
      stack
          .addObject()
          .put("file", frame.file())
          .put("line", frame.line())
          .put("function", frame.function());
    }
  }
}
