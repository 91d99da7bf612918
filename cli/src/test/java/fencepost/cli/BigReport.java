package fencepost.cli;

import fencepost.frontend.Timeline;
import fencepost.report.Diagram;
import fencepost.report.Finding;
import fencepost.report.HtmlReport;
import fencepost.report.Rule;
import fencepost.report.RunReport;
import fencepost.report.RunTimeline;
import fencepost.report.SourcePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A made-up report of a large program. */
final class BigReport {
  private static final int MARKS = 97;

  private BigReport() {}

  static Path write(Path page, int findings, int ranks) throws IOException {
    List<Finding> found =
        IntStream.range(0, findings).mapToObj(i -> finding(i, ranks, page)).toList();
    RunReport report =
        new RunReport("mpi", "big", ranks, true, found, 0, List.of(), Map.of("events", 1_000_000L))
            .withTimeline(timeline(ranks));
    return Files.writeString(page, HtmlReport.of(report));
  }

  private static Finding finding(int i, int ranks, Path page) {
    int rank = i % ranks;
    int other = (i + 1) % ranks;
    String file = page.resolveSibling("solver" + i % 50 + ".c").toString();
    SourcePlace put = new SourcePlace(file, 2 * i + 1, "exchange_" + i % 300);
    SourcePlace load = new SourcePlace(file, 2 * i + 2, "update_" + i % 300);
    Diagram diagram =
        new Diagram(
            List.of(new Diagram.Lane(rank), new Diagram.Lane(other)),
            List.of(
                new Diagram.Event(0, 0, Diagram.What.ISSUE, "MPI_Put", put),
                new Diagram.Event(0, 1, Diagram.What.SYNCHRONISATION, "MPI_Barrier", put),
                new Diagram.Event(1, 2, Diagram.What.SYNCHRONISATION, "MPI_Barrier", load),
                new Diagram.Event(1, 3, Diagram.What.ISSUE, "load", load),
                new Diagram.Event(0, 4, Diagram.What.COMPLETION, "MPI_Win_flush", put)),
            List.of(
                new Diagram.Span(0, 4, 8, 16, 1_000_000L * (i % 9000)),
                new Diagram.Span(3, 3, 8, 16, 1_000_000L * (i % 9000))),
            1,
            4096);
    return new Finding(
        Rule.TARGET_ACCESS,
        new Finding.Location(other, "window of MPI_Win_allocate at solver.c:48", 8, 8),
        List.of(
            new Finding.Access(rank, 0, "MPI_Put", "write", List.of(put)),
            new Finding.Access(other, 0, "load", "read", List.of(load))),
        "MPI_Put of rank %d was completed by MPI_Win_flush, but nothing told rank %d so."
            .formatted(rank, other),
        "Complete MPI_Put (MPI_Win_flush) before MPI_Barrier.",
        i + 1,
        List.of(Math.min(rank, other), Math.max(rank, other)),
        Finding.Certainty.OBSERVED,
        List.of(),
        diagram,
        null,
        null);
  }

  private static RunTimeline timeline(int ranks) {
    List<RunTimeline.Lane> lanes = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      List<Timeline.Mark> marks = new ArrayList<>();
      for (int i = 1; i <= MARKS; i++) {
        marks.add(new Timeline.Mark("MPI_Win_fence", 93_000_000L * i + 1000L * rank, i));
      }
      lanes.add(new RunTimeline.Lane(rank, 0, marks));
    }
    return new RunTimeline(lanes, 0, Map.of());
  }
}
