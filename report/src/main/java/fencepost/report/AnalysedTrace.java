package fencepost.report;

import fencepost.frontend.AnalysedRun;
import fencepost.frontend.Analysis;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A recorded trace after its analysis, wherever that was done.
 *
 * @param notes what kept the analysis from reading all of it
 */
public record AnalysedTrace(
    Analysis.Ending ending, List<String> notes, AnalysedRun run, RaceCollector races)
    implements Serializable {

  /** Reads what another process of the same version has written. */
  public static AnalysedTrace read(Path file) throws IOException {
    try (ObjectInputStream in =
        new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return (AnalysedTrace) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(file + " was written by another version", e);
    }
  }
}
