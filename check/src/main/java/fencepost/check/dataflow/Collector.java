package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.program.ir.Instruction;
import fencepost.report.Finding;
import fencepost.report.Rule;
import fencepost.report.SourcePlace;
import fencepost.trace.CallNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns what touched buffers into findings, one for each pair of source lines. */
final class Collector implements Flight.Witness {
  private final DataflowCode code;
  private final Map<List<SourcePlace>, Finding> found = new LinkedHashMap<>();

  Collector(DataflowCode code) {
    this.code = code;
  }

  List<Finding> findings() {
    return new ArrayList<>(found.values());
  }

  @Override
  public void touched(
      Issued operation,
      DataflowRegion buffer,
      Instruction by,
      String how,
      DataflowRegion region,
      State state) {
    Call started = state.started() == null ? operation.call() : state.started();
    Finding.Access first = access(CallNames.inC(started.name()), buffer.written(), started);
    Finding.Access second = access(how, region.written(), by);
    boolean inOrder = first.place().compareTo(second.place()) <= 0;
    List<Finding.Access> accesses = inOrder ? List.of(first, second) : List.of(second, first);
    found.putIfAbsent(
        accesses.stream().map(Finding.Access::place).toList(),
        new Finding(
            Rule.BUFFER_IN_USE,
            location(buffer),
            accesses,
            FindingWords.why(first, second),
            FindingWords.fix(operation, first, second),
            1,
            List.of(),
            Finding.Certainty.STATIC_MAY,
            List.of(FindingWords.path(operation, state, second))));
  }

  private Finding.Location location(DataflowRegion region) {
    return new Finding.Location(
        Finding.ANY_RANK, region.name(code), region.offset(), bytes(region));
  }

  private static long bytes(DataflowRegion buffer) {
    return buffer.size().isConstant() ? buffer.size().constant() : 1;
  }

  private static Finding.Access access(String operation, boolean written, Instruction instruction) {
    return new Finding.Access(
        Finding.ANY_RANK,
        0,
        operation,
        written ? "write" : "read",
        List.of(Places.of(instruction)));
  }
}
