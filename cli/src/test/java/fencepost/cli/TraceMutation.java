package fencepost.cli;

import fencepost.trace.RecordCursor;
import fencepost.trace.RecordedTrace;
import fencepost.trace.StrandFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Damages recorded traces as disks, versions and mistakes could: in single words of records, in
 * their order, in what they belong to, and in the bytes of the files. Checksums are made anew, so
 * that the damage gets past them, but for one in eight.
 */
final class TraceMutation {
  private static final long[] INTERESTING = {
    0,
    1,
    2,
    3,
    -1,
    -2,
    7,
    8,
    64,
    4096,
    65535,
    65536,
    1 << 24,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    (1L << 32) - 1,
    1L << 40,
    1L << 47,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE / 8,
  };
  private static final int TYPES = 15;

  private final List<List<List<long[]>>> seeds;
  private final Random random;

  TraceMutation(List<List<List<long[]>>> seeds, Random random) {
    this.seeds = seeds;
    this.random = random;
  }

  /** The records of a trace, as words, by strand. Modules get a name that no file has. */
  static List<List<long[]>> read(Path directory) throws IOException {
    List<List<long[]>> strands = new ArrayList<>();
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      for (RecordCursor cursor : trace.strands()) {
        List<long[]> records = new ArrayList<>();
        for (; cursor.hasRecord(); cursor.advance()) {
          long[] words = new long[cursor.slots() + 1];
          cursor.view().asLongBuffer().get(words);
          if (cursor.type() == RecordCursor.MODULE) {
            words[3] = 0x706d742f; // "/tmp"
          }
          records.add(words);
        }
        strands.add(records);
      }
    }
    return strands;
  }

  /** The files of a damaged trace. */
  List<ByteBuffer> next() {
    List<List<long[]>> trace = new ArrayList<>();
    any(seeds).forEach(strand -> trace.add(new ArrayList<>(strand)));
    if (chance(4)) {
      Collections.shuffle(trace, random);
    }
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      damage(trace);
    }
    return trace.stream().map(this::file).toList();
  }

  private void damage(List<List<long[]>> trace) {
    List<long[]> strand = any(trace);
    if (strand.isEmpty()) {
      return;
    }
    int at = chance(4) ? random.nextInt(Math.min(8, strand.size())) : random.nextInt(strand.size());
    long[] record = strand.get(at).clone();
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> {
        record[random.nextInt(record.length)] ^= 1L << random.nextInt(Long.SIZE);
        strand.set(at, record);
      }
      case 3, 4, 5, 6 -> {
        record[record.length == 1 ? 0 : 1 + random.nextInt(record.length - 1)] = word(trace);
        strand.set(at, record);
      }
      case 7 -> strand.remove(at);
      case 8 -> strand.add(random.nextInt(strand.size() + 1), record);
      case 9 -> Collections.swap(strand, at, random.nextInt(strand.size()));
      case 10 -> strand.add(at, anyRecord());
      case 11 -> strand.subList(at, strand.size()).clear();
      case 12 -> strand.set(at, reshaped(record));
      default -> {
        List<long[]> other = any(any(seeds));
        strand.subList(at, strand.size()).clear();
        strand.addAll(other.subList(random.nextInt(other.size()), other.size()));
      }
    }
  }

  /** Another type, call, thread or length; the length in the header may be right or wrong. */
  private long[] reshaped(long[] record) {
    long[] words = record.clone();
    switch (random.nextInt(4)) {
      case 0 -> words[0] = words[0] & ~0xffL | random.nextInt(TYPES);
      case 1 -> words[0] ^= (long) random.nextInt(1 << 16) << 16;
      case 2 -> {
        words = java.util.Arrays.copyOf(words, 1 + random.nextInt(2 * words.length));
        words[0] = words[0] & ~(0xffffffL << 32) | (long) words.length << 32;
      }
      default -> words[0] ^= (long) random.nextInt(1 << 10) << 32;
    }
    return words;
  }

  private long word(List<List<long[]>> trace) {
    return switch (random.nextInt(4)) {
      case 0 -> {
        List<long[]> strand = any(trace);
        long[] from = strand.isEmpty() ? anyRecord() : any(strand);
        yield from[random.nextInt(from.length)];
      }
      case 1 -> random.nextInt(100) - 10;
      default -> INTERESTING[random.nextInt(INTERESTING.length)] + random.nextInt(3) - 1;
    };
  }

  private long[] anyRecord() {
    return any(any(any(seeds))).clone();
  }

  private ByteBuffer file(List<long[]> records) {
    int words = records.stream().mapToInt(record -> record.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(words * Long.BYTES).order(ByteOrder.nativeOrder());
    for (long[] record : records) {
      for (long word : record) {
        bytes.putLong(word);
      }
    }
    ByteBuffer file = StrandFile.contents(bytes.flip());
    if (!chance(8)) {
      return file;
    }
    int at = random.nextInt(file.capacity());
    file.put(at, (byte) (file.get(at) ^ 1 << random.nextInt(Byte.SIZE)));
    return chance(2) ? file : file.slice(0, at);
  }

  private boolean chance(int in) {
    return random.nextInt(in) == 0;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
