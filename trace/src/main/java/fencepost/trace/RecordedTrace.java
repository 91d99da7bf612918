package fencepost.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A trace on disk: {@code trace.properties}, and a file {@code strand.N} for every recording strand
 * with its records, see {@link StrandFile}. If each node has written a part of it, the strands are
 * in the directories of the parts, see {@link TracePart}.
 */
public final class RecordedTrace implements AutoCloseable {
  private static final String FORMAT = "4";
  private static final String PROPERTIES = "trace.properties";

  private static final Pattern STRAND = Pattern.compile("strand\\.[0-9]{1,9}");

  /** A trace of another version of the tool; the message says in what it differs. */
  public static final class OtherVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OtherVersionException(String message) {
      super(message);
    }
  }

  private final Properties properties;
  private final List<RecordedPart> parts = new ArrayList<>();
  private final List<FileCursor> strands = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

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
    RecordedTrace trace = new RecordedTrace(properties(directory.resolve(PROPERTIES)));
    trace.addStrandsOf(directory);
    for (Path part : RecordedPart.directoriesIn(directory)) {
      int before = trace.files.size();
      trace.addStrandsOf(part);
      trace.parts.add(RecordedPart.open(part, trace.files.size() - before));
    }
    return trace;
  }

  private void addStrandsOf(Path directory) throws IOException {
    for (Path strand : strandsIn(directory)) {
      strands.add(FileCursor.open(strand));
      files.add(strand);
    }
  }

  private static Properties properties(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IllegalArgumentException e) {
      throw new BrokenTraceException(file.getFileName() + " is not readable", e);
    }
    String format = properties.getProperty("format", "");
    if (!FORMAT.equals(format)) {
      throw new OtherVersionException(
          String.format("its format is version %s, and this fencepost reads %s", format, FORMAT));
    }
    if (!ApiTable.fingerprint().equals(properties.getProperty("calls"))) {
      throw new OtherVersionException(
          "that fencepost recorded other calls, or recorded them otherwise");
    }
    return properties;
  }

  /** The files of all strands, in the order in which they are read. */
  static List<Path> filesIn(Path directory) throws IOException {
    List<Path> files = new ArrayList<>(strandsIn(directory));
    for (Path part : RecordedPart.directoriesIn(directory)) {
      files.addAll(strandsIn(part));
    }
    return files;
  }

  /** In the order of their numbers, of which one may be missing. */
  private static List<Path> strandsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> STRAND.matcher(file.getFileName().toString()).matches())
          .sorted(Comparator.comparingInt(RecordedTrace::number))
          .toList();
    }
  }

  private static int number(Path strand) {
    return Integer.parseInt(strand.getFileName().toString().substring("strand.".length()));
  }

  public List<FileCursor> strands() {
    return strands;
  }

  /** The numbers of the strands, in their order; those of all parts are counted. */
  public List<Integer> numbers() {
    return parts.isEmpty()
        ? files.stream().map(RecordedTrace::number).toList()
        : IntStream.range(0, files.size()).boxed().toList();
  }

  /**
   * What is missing of the parts that nodes have written.
   *
   * @param ranks how many processes there were, as those say that were recorded
   * @param timeMatters whether times were evidence in the analysis
   */
  public List<String> missing(int ranks, boolean timeMatters) {
    List<String> missing = new ArrayList<>();
    boolean hasOneClock = parts.size() <= 1 && files.size() >= ranks;
    for (RecordedPart part : parts) {
      missing.addAll(part.missing(timeMatters && !hasOneClock));
    }
    if (!parts.isEmpty() && files.size() < ranks && missing.isEmpty()) {
      missing.add(
          String.format(
              "only %d of %d processes are in the parts of the nodes %s: the part of another node is"
                  + " missing",
              files.size(),
              ranks,
              parts.stream().map(RecordedPart::node).collect(Collectors.joining(", "))));
    }
    return missing;
  }

  /** How many nodes have written a part. */
  public int parts() {
    return parts.size();
  }

  /** Whether every process that has begun has come to its end, in all parts that there are. */
  public boolean isWritten() {
    return parts.stream().allMatch(RecordedPart::isWritten);
  }

  /** How many bytes the files of all strands have. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  public String program() {
    return properties.getProperty("program", "the program");
  }

  @Override
  public void close() {
    strands.forEach(FileCursor::close);
  }
}
