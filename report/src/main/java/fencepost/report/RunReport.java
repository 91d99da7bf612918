package fencepost.report;

import java.util.List;
import java.util.Map;

/**
 * Everything that is said about one run.
 *
 * @param complete false if the run was cut short, so that "no race" holds only for what was seen
 * @param notes what the user should know besides the findings
 * @param statistics figures about the run, by name
 */
public record RunReport(
    String model,
    String program,
    int ranks,
    boolean complete,
    List<Finding> findings,
    long suppressed,
    List<String> notes,
    Map<String, Object> statistics) {}
