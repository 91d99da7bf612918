package fencepost.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A trace that a program still writes, for a reader who may be elsewhere and may have to begin
 * anew: it tells the same, in the same order, whenever it is read. So the reader waits for what is
 * not there yet, and never goes on with something else instead. That holds nobody up, because who
 * writes a trace does not wait for a reader.
 *
 * <p>The processes that the launcher has started are known from the first record of any of them.
 * Those that join later are read when the run is over: before that, nobody can say that these are
 * all.
 */
public final class GrowingTrace {
  private static final String OVER = "over";
  private static final int LAUNCHED = 0;
  private static final long LOOK = 10;

  private final Path directory;
  private final Set<Path> told = new HashSet<>();

  public GrowingTrace(Path directory) {
    this.directory = directory;
  }

  /** Nothing more will be written. */
  public static void end(Path directory) throws IOException {
    Files.createFile(directory.resolve(OVER));
  }

  /** The processes that the launcher has started, when all of them have begun to record. */
  public List<FileCursor> launched() throws IOException {
    Set<Path> looked = new HashSet<>();
    Set<Path> launched = new HashSet<>();
    long wanted = 1;
    while (true) {
      boolean over = isOver();
      List<Path> files = RecordedTrace.filesIn(directory);
      for (Path file : files) {
        if (looked.add(file)) {
          FileCursor begin = open(file);
          if (isProcess(begin) && world(begin) == LAUNCHED) {
            wanted = begin.slot(1);
            launched.add(file);
          }
        }
      }
      if (over || launched.size() >= wanted) {
        return openAll(files.stream().filter(launched::contains).toList());
      }
      nap();
    }
  }

  private static long world(FileCursor begin) {
    return begin.slot(0) >>> RecordCursor.WORLD_SHIFT;
  }

  private static boolean isProcess(FileCursor begin) {
    try {
      return begin.hasRecord() && begin.type() == RecordCursor.PROCESS;
    } catch (BrokenTraceException e) {
      return false; // who reads it in its turn will say so
    }
  }

  /** How many processes have been told. */
  public int size() {
    return told.size();
  }

  /** All others, when the run is over. */
  public List<FileCursor> rest() throws IOException {
    while (!isOver()) {
      nap();
    }
    return openAll(RecordedTrace.filesIn(directory));
  }

  private List<FileCursor> openAll(List<Path> files) {
    return files.stream().filter(told::add).map(this::open).toList();
  }

  private FileCursor open(Path file) {
    return FileCursor.open(file, wanted -> await(file, wanted));
  }

  private long await(Path file, long wanted) {
    try {
      while (true) {
        boolean over = isOver(); // asked first: what was written before that is there
        long size = Files.size(file);
        if (over || size >= wanted) {
          return size;
        }
        nap();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isOver() {
    return Files.exists(directory.resolve(OVER));
  }

  private static void nap() {
    try {
      Thread.sleep(LOOK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("nobody waits for the rest of the trace", e);
    }
  }
}
