package fencepost.report;

/**
 * A service that is given every report of a run or an exploration. The product has none; the tests
 * have one that holds all reports to their schemas, whichever way they were made.
 */
public interface ReportReader {
  void read(RunReport report);
}
