package fencepost.cluster;

import fencepost.trace.GrowingTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Copies a trace as if its program were running: the files grow, a piece here and a piece there.
 */
final class Growth {
  private static final int LONGEST = 4000;

  private final Path to;
  private final Random random;
  private final List<Path> files;
  private final int[] copied;

  private Growth(Path from, Path to, long seed) throws IOException {
    this.to = to;
    this.random = new Random(seed);
    try (Stream<Path> all = Files.list(from)) {
      files = new ArrayList<>(all.sorted().toList());
    }
    copied = new int[files.size()];
  }

  static void copy(Path from, Path to, long seed) {
    try {
      new Growth(from, to, seed).copy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy() throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(Files.readAllBytes(file));
    }
    long left = contents.stream().mapToLong(bytes -> bytes.length).sum();
    while (left > 0) {
      int next = random.nextInt(files.size());
      byte[] bytes = contents.get(next);
      int upTo = Math.min(bytes.length, copied[next] + 1 + random.nextInt(LONGEST));
      if (upTo > copied[next]) {
        append(files.get(next), Arrays.copyOfRange(bytes, copied[next], upTo));
        left -= upTo - copied[next];
        copied[next] = upTo;
      }
    }
    GrowingTrace.end(to);
  }

  private void append(Path file, byte[] bytes) throws IOException {
    Files.write(
        to.resolve(file.getFileName()),
        bytes,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
