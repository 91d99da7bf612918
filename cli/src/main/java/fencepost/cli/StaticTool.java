package fencepost.cli;

import fencepost.bench.runner.Case;
import fencepost.bench.runner.SourceLine;
import fencepost.bench.runner.Tool;
import fencepost.bench.runner.Verdict;
import fencepost.check.Exploration;
import fencepost.check.ProgramReader;
import fencepost.check.machine.Image;
import fencepost.program.llvm.LlvmException;
import fencepost.report.Finding;
import fencepost.report.RunReport;
import fencepost.report.Suppressions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** This tool without running the program. */
final class StaticTool implements Tool {
  private final double seconds;
  private final BitcodeCompiler compiler = new BitcodeCompiler();

  StaticTool(long timeoutSeconds) {
    this.seconds = timeoutSeconds;
  }

  @Override
  public String name() {
    return "static";
  }

  @Override
  public Verdict examine(Case given, Path work) {
    try {
      List<String> flags = DynamicTool.threadOptions(given);
      Image image = ProgramReader.image(compiler.compile(given.sources(), null, flags, work));
      Exploration.Result result =
          new Exploration(
                  image,
                  new Exploration.Plan(
                      List.of(given.processes()),
                      null,
                      Set.of(),
                      seconds,
                      "fencepost run -n %d " + given.name(),
                      (trials, findings, steps, coverage) -> {}))
              .run();
      List<Integer> ranks = List.of(given.processes());
      RunReport report = CheckReport.of(given.name(), ranks, result, Suppressions.parse(List.of()));
      if (result.stopped()) {
        return Verdict.timeout();
      }
      if (result.findings().isEmpty() && result.completeTrials() < result.trials()) {
        return Verdict.failed(String.join("; ", result.notes()));
      }
      return Verdict.finished(report.findings().stream().map(StaticTool::places).toList());
    } catch (BitcodeCompiler.Failed | LlvmException | ToolFailure | IOException e) {
      return Verdict.failed(String.valueOf(e.getMessage()));
    }
  }

  private static List<SourceLine> places(Finding finding) {
    return finding.accesses().stream()
        .map(access -> SourceLine.of(access.place().file(), access.place().line()))
        .toList();
  }
}
