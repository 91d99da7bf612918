package fencepost.cli;

import fencepost.report.Diagram;
import fencepost.report.Finding;
import fencepost.report.Patch;
import fencepost.report.Rule;
import fencepost.report.RunReport;
import fencepost.report.SourcePlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A report in which every text that may come from a program is an attack. */
final class HostileReport {
  static final String NAME =
      "'\"`\"><img src=x onerror=\"window.attacked=1\"></script><script>window.attacked=1</script>"
          + "<!--{{data}}{{{data}}}${1}%s]]>&lt;&amp;\u001b]0;x\u0007\u001b[2J\r\n\t\u202eabc\u2066"
          + "\u2028\u0000\ud800\ufffe";

  private HostileReport() {}

  static RunReport of(Path directory) throws IOException {
    Path file = directory.resolve("a<b>'&\"\u001b[2J\n.c");
    byte[] source =
        (NAME.replace("\n", "").replace("\r", "") + " \n").getBytes(StandardCharsets.UTF_8);
    source[0] = (byte) 0xff; // not UTF-8
    Files.write(file, source);
    SourcePlace place = new SourcePlace(file.toString(), 1, "f" + NAME);
    SourcePlace gone = new SourcePlace("/gone/" + NAME + ".c", 7, 3, "g" + NAME);
    Finding finding =
        new Finding(
            Rule.TARGET_ACCESS,
            new Finding.Location(0, "variable " + NAME, 0, 4),
            List.of(
                new Finding.Access(0, 0, "call" + NAME, "read", List.of(place, gone)),
                new Finding.Access(1, 0, "call" + NAME, "write", List.of(gone))),
            "because " + NAME,
            "do " + NAME,
            1,
            List.of(0, 1),
            Finding.Certainty.STATIC_MUST,
            List.of("path " + NAME),
            new Diagram(
                List.of(new Diagram.Lane(0), new Diagram.Lane(1)),
                List.of(
                    new Diagram.Event(0, 0, Diagram.What.ISSUE, "call" + NAME, place),
                    new Diagram.Event(1, 1, Diagram.What.ISSUE, "call" + NAME, gone)),
                List.of(new Diagram.Span(0, -1, 0, 4, -1), new Diagram.Span(1, 1, 0, 4, -1)),
                -1,
                8),
            new Patch(file.toString(), 1, "insert" + NAME),
            null);
    return new RunReport(
            "mpi", "./" + NAME, 2, false, List.of(finding), 0, List.of(NAME), Map.of("events", 1))
        .withUnseen(List.of(NAME + ".o"));
  }
}
