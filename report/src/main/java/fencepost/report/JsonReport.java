package fencepost.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fencepost.report.Finding.Access;

/**
 * The report for programs. Its fields are described in {@code docs/json.md}; a change that breaks
 * readers moves the schema.
 */
public final class JsonReport {
  public static final String VERSION = "0.1.0";
  private static final int SCHEMA = 1;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII) // it may be shown on a terminal
          .build();

  private JsonReport() {}

  public static String of(RunReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("tool", "fencepost").put("version", VERSION).put("schema", SCHEMA);
    root.put("model", report.model()).put("program", report.program()).put("ranks", report.ranks());
    root.put("complete", report.complete());
    ArrayNode races = root.putArray("races");
    for (Finding finding : report.findings()) {
      race(races.addObject(), finding, races.size());
    }
    root.putObject("summary")
        .put("races", report.findings().size())
        .put("suppressed", report.suppressed());
    root.set("statistics", MAPPER.valueToTree(report.statistics()));
    root.set("notes", MAPPER.valueToTree(report.notes()));
    root.set("unseen", MAPPER.valueToTree(report.unseen()));
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void race(ObjectNode node, Finding finding, int id) {
    node.put("id", id);
    node.put("kind", finding.rule().kind()).put("certainty", finding.certainty().id());
    node.put("rule", finding.rule().id());
    node.put("message", finding.rule().summary()).put("fix", finding.fix());
    node.putObject("location")
        .put("rank", finding.location().rank())
        .put("object", finding.location().object())
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
  }

  private static void access(ObjectNode node, Access access) {
    SourcePlace place = access.place();
    node.put("rank", access.rank()).put("thread", access.thread());
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
