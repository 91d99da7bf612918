package fencepost.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is said about one run.
 *
 * @param model the programming models that were used, joined by a plus
 * @param complete false if the run was cut short, so that "no race" holds only for what was seen
 * @param notes what the user should know besides the findings
 * @param statistics figures about the run, by name
 * @param unseen objects of the program whose loads and stores are not seen
 * @param timeline when the ranks synchronised
 * @param baseline the fingerprints of findings that are known already; null if there is no baseline
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
    List<String> unseen,
    RunTimeline timeline,
    @Nullable Set<String> baseline) {

  public RunReport(
      String model,
      String program,
      int ranks,
      boolean complete,
      List<Finding> findings,
      long suppressed,
      List<String> notes,
      Map<String, Object> statistics) {
    this(
        model,
        program,
        ranks,
        complete,
        findings,
        suppressed,
        notes,
        statistics,
        List.of(),
        RunTimeline.NONE,
        null);
  }

  /** The same of a program in which some objects are blind spots. */
  public RunReport withUnseen(List<String> objects) {
    return with(objects, timeline, baseline);
  }

  /** The same with the times of a run. */
  public RunReport withTimeline(RunTimeline times) {
    return with(unseen, times, baseline);
  }

  /** The same where some findings are known from an earlier report. */
  public RunReport withBaseline(Set<String> known) {
    return with(unseen, timeline, known);
  }

  /** The same with one more note. */
  public RunReport withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return with(findings, complete, more);
  }

  /**
   * What this run and another one of the same program have found. What was seen in one of them need
   * not be predicted from the other.
   */
  public RunReport and(RunReport other) {
    Map<String, Finding> all = new LinkedHashMap<>();
    for (RunReport report : List.of(this, other)) {
      List<String> names = Fingerprints.of(report.findings, new SourceLines());
      for (int i = 0; i < names.size(); i++) {
        all.merge(
            names.get(i),
            report.findings.get(i),
            (one, two) -> two.certainty().compareTo(one.certainty()) < 0 ? two : one);
      }
    }
    List<Finding> findings = new ArrayList<>(all.values());
    findings.sort(
        Comparator.comparing((Finding f) -> f.accesses().get(0).place())
            .thenComparing(f -> f.accesses().get(1).place()));
    Set<String> allNotes = new LinkedHashSet<>(notes);
    allNotes.addAll(other.notes);
    return with(findings, complete && other.complete, List.copyOf(allNotes));
  }

  /** The same of a run that was steered for a race: what it has shown is confirmed. */
  public RunReport replayed(PredictedRaces.Predicted race) {
    int at = Fingerprints.of(findings, new SourceLines()).indexOf(race.fingerprint());
    if (at < 0 || findings.get(at).witness() != null) {
      return withNote("the predicted race of " + race.places() + " was not confirmed");
    }
    List<Finding> marked = new ArrayList<>(findings);
    marked.set(at, marked.get(at).with(Finding.Certainty.CONFIRMED));
    return with(marked, complete, notes);
  }

  /**
   * The same with what a run has shown in which some calls were held. Whether that one came to its
   * end does not matter: what it has shown is there.
   */
  public RunReport tried(List<Candidate> candidates, RunReport steered) {
    List<Finding> found = new ArrayList<>();
    for (Finding finding : steered.findings) {
      Candidate candidate =
          candidates.stream().filter(c -> c.key().equals(finding.key())).findFirst().orElse(null);
      boolean seen = finding.witness() == null;
      found.add(
          candidate == null || !seen
              ? finding
              : finding.with(Finding.Certainty.CONFIRMED).with(candidate.path()));
    }
    RunReport all = and(steered.with(found, true, List.of()));
    return with(all.findings, complete, notes);
  }

  private RunReport with(List<Finding> others, boolean allComplete, List<String> otherNotes) {
    return new RunReport(
        model,
        program,
        ranks,
        allComplete,
        others,
        suppressed,
        otherNotes,
        statistics,
        unseen,
        timeline,
        baseline);
  }

  private RunReport with(List<String> objects, RunTimeline times, @Nullable Set<String> known) {
    return new RunReport(
        model,
        program,
        ranks,
        complete,
        findings,
        suppressed,
        notes,
        statistics,
        objects,
        times,
        known);
  }

  /** Whether a finding of that fingerprint is not in the baseline. */
  boolean isNew(String fingerprint) {
    return baseline == null || !baseline.contains(fingerprint);
  }

  /** How many findings are not in the baseline. */
  public int newFindings() {
    return (int) Fingerprints.of(findings, new SourceLines()).stream().filter(this::isNew).count();
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
      Map<String, Object> statistics) {
    List<Finding> findings = suppressions.keep(found);
    List<String> allNotes = new ArrayList<>(notes);
    suppressions
        .unused()
        .forEach(rule -> allNotes.add("this suppression matched nothing: " + rule));
    RunReport report =
        new RunReport(
            model,
            program,
            ranks,
            complete,
            findings,
            found.size() - findings.size(),
            allNotes,
            statistics);
    ServiceLoader.load(ReportReader.class).forEach(reader -> reader.read(report));
    return report;
  }
}
