package fencepost.report;

import fencepost.frontend.Analysis;
import fencepost.frontend.Outcome;
import java.io.Serializable;
import java.util.List;

/**
 * A recorded trace after its analysis, wherever that was done.
 *
 * @param notes what kept the analysis from reading all of it
 */
public record AnalysedTrace(
    Analysis.Ending ending, List<String> notes, Outcome run, RaceCollector races)
    implements Serializable {}
