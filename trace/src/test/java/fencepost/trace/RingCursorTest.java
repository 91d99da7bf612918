package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ring whose records are read in time, or taken into memory before their turn. */
class RingCursorTest {
  private static final int BYTES = 1024;

  @TempDir Path directory;

  /** Writes records of which the first slot counts them. */
  private static final class Writer {
    final RingWriter ring;
    long next;

    Writer(Path file) throws IOException {
      ring = new RingWriter(file, BYTES);
    }

    boolean write(int slots) {
      ByteBuffer record =
          ByteBuffer.allocate(Long.BYTES * (slots + 1)).order(ByteOrder.nativeOrder());
      record.putLong(0, RecordCursor.header(0, slots, 0, 0, RecordCursor.ACCESS));
      record.putLong(Long.BYTES, next);
      boolean hasRoom = ring.write(record, 0, record.capacity());
      next += hasRoom ? 1 : 0;
      return hasRoom;
    }
  }

  private static List<Long> readAll(RecordCursor records) {
    List<Long> read = new ArrayList<>();
    while (records.hasRecord()) {
      read.add(records.slot(0));
      records.advance();
    }
    return read;
  }

  @Test
  void recordsThatAreSetAsideAreReadInTheirOrderAndNoneIsLost() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Path file = directory.resolve("ring." + seed);
      Path copy = directory.resolve("strand." + seed);
      Writer writer = new Writer(file);
      List<Long> read = new ArrayList<>();
      try (RingCursor cursor = Objects.requireNonNull(RingCursor.open(file, copy))) {
        while (writer.next < 500) {
          switch (random.nextInt(4)) {
            case 0 -> {
              if (random.nextBoolean()) {
                cursor.setAside();
              }
            }
            case 1 -> {
              for (int i = random.nextInt(12); i > 0 && cursor.hasRecord(); i--) {
                read.add(cursor.slot(0));
                cursor.advance();
              }
            }
            default -> {
              if (!writer.write(1 + random.nextInt(9))) {
                cursor.setAside();
                assertThat(writer.write(1)).as("seed %d: there is room", seed).isTrue();
              }
            }
          }
        }
        read.addAll(readAll(cursor));
        assertThat(cursor.bytesAside()).isZero();
      }
      List<Long> all = LongStream.range(0, writer.next).boxed().toList();
      assertThat(read).as("seed %d", seed).isEqualTo(all);
      try (FileCursor recorded = FileCursor.open(copy)) {
        assertThat(readAll(recorded)).as("seed %d, recorded", seed).isEqualTo(all);
      }
    }
  }

  @Test
  void aRecordedTraceHasWhatWasNeverReadAndTheCallThatWasUnderWay() throws IOException {
    Writer writer = new Writer(directory.resolve("ring"));
    Path copy = directory.resolve("strand");
    try (RingCursor cursor =
        Objects.requireNonNull(RingCursor.open(directory.resolve("ring"), copy))) {
      writer.write(1);
      writer.write(1);
      assertThat(cursor.hasRecord()).isTrue();
      writer.ring.ring.putLong(384, 3); // as a process that is killed in calls leaves it
      writer.ring.ring.putLong(512, 78).putLong(528, 77);
    }
    try (FileCursor recorded = FileCursor.open(copy)) {
      assertThat(readAll(recorded)).containsExactly(0L, 1L, 77L);
    }
  }
}
