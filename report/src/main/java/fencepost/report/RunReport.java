package fencepost.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything that is said about one run.
 *
 * @param model the programming models that were used, joined by a plus
 * @param complete false if the run was cut short, so that "no race" holds only for what was seen
 * @param notes what the user should know besides the findings
 * @param statistics figures about the run, by name
 * @param unseen objects of the program whose loads and stores are not seen
 */
public record RunReport(
    String model,
    String program,
    int ranks,
    boolean complete,
    List<Finding> findings,
    long suppressed,
    List<String> notes,
    Map<String, Object> statistics,
    List<String> unseen) {

  public RunReport(
      String model,
      String program,
      int ranks,
      boolean complete,
      List<Finding> findings,
      long suppressed,
      List<String> notes,
      Map<String, Object> statistics) {
    this(model, program, ranks, complete, findings, suppressed, notes, statistics, List.of());
  }

  /** The same of a program in which some objects are blind spots. */
  public RunReport withUnseen(List<String> objects) {
    return new RunReport(
        model, program, ranks, complete, findings, suppressed, notes, statistics, objects);
  }

  /** The report of a run: what was found, less what the user does not want to see. */
  public static RunReport of(
      String model,
      String program,
      int ranks,
      boolean complete,
      List<Finding> found,
      Suppressions suppressions,
      List<String> notes,
      long events) {
    List<Finding> findings = suppressions.keep(found);
    List<String> allNotes = new ArrayList<>(notes);
    suppressions
        .unused()
        .forEach(rule -> allNotes.add("this suppression matched nothing: " + rule));
    return new RunReport(
        model,
        program,
        ranks,
        complete,
        findings,
        found.size() - findings.size(),
        allNotes,
        Map.of("events", events));
  }
}
