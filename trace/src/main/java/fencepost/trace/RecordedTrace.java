package fencepost.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A trace on disk: {@code trace.properties}, and a file {@code strand.N} for every recording strand
 * with the records as they were in its ring.
 */
public final class RecordedTrace implements AutoCloseable {
  private static final String FORMAT = "2";
  private static final String PROPERTIES = "trace.properties";

  private final Properties properties;
  private final List<FileCursor> strands = new ArrayList<>();

  private RecordedTrace(Properties properties) {
    this.properties = properties;
  }

  /** Whether a directory holds a trace. */
  public static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(PROPERTIES));
  }

  /** Prepares a directory for a new trace. */
  public static void create(Path directory, String program) throws IOException {
    Files.createDirectories(directory);
    if (isIn(directory)) {
      throw new FileAlreadyExistsException(directory + " already holds a trace");
    }
    Properties properties = new Properties();
    properties.setProperty("format", FORMAT);
    properties.setProperty("program", program);
    properties.setProperty("calls", ApiTable.fingerprint());
    try (OutputStream out = Files.newOutputStream(directory.resolve(PROPERTIES))) {
      properties.store(out, "fencepost trace");
    }
  }

  public static RecordedTrace open(Path directory) throws IOException {
    if (!isIn(directory)) {
      throw new NoSuchFileException(directory.resolve(PROPERTIES).toString());
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(directory.resolve(PROPERTIES))) {
      properties.load(in);
    }
    if (!FORMAT.equals(properties.getProperty("format"))
        || !ApiTable.fingerprint().equals(properties.getProperty("calls"))) {
      throw new BrokenTraceException("it was recorded by another version of fencepost");
    }
    RecordedTrace trace = new RecordedTrace(properties);
    for (int i = 0; Files.exists(directory.resolve("strand." + i)); i++) {
      trace.strands.add(FileCursor.open(directory.resolve("strand." + i)));
    }
    return trace;
  }

  public List<FileCursor> strands() {
    return strands;
  }

  public String program() {
    return properties.getProperty("program", "the program");
  }

  @Override
  public void close() {
    strands.forEach(FileCursor::close);
  }
}
