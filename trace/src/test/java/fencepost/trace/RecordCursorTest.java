package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a strand, among them those that came in parts. */
class RecordCursorTest {
  @TempDir Path directory = Path.of("");

  private final List<Long> words = new ArrayList<>();

  private void record(int type, long... slots) {
    words.add(RecordCursor.header(1, slots.length, 0, 0, type));
    for (long slot : slots) {
      words.add(slot);
    }
  }

  private FileCursor open() throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES * words.size()).order(ByteOrder.nativeOrder());
    words.forEach(bytes::putLong);
    return FileCursor.open(written(StrandFile.contents(bytes.flip())));
  }

  private Path written(ByteBuffer file) throws IOException {
    return Files.write(directory.resolve("strand"), file.array());
  }

  private static long datatype(int slots) {
    return RecordCursor.header(1, slots, 0, 0, RecordCursor.DATATYPE);
  }

  @Test
  void partsAreOneRecord() throws IOException {
    record(RecordCursor.VALUE, 7, 8);
    record(RecordCursor.PART, datatype(4), 1, 2);
    record(RecordCursor.PAD, 0, 0);
    record(RecordCursor.PART, 3, 4);
    record(RecordCursor.END);
    try (FileCursor cursor = open()) {
      assertThat(cursor.hasRecord()).isTrue();
      cursor.advance();
      assertThat(cursor.hasRecord()).isTrue();
      assertThat(cursor.hasRecord()).isTrue();
      assertThat(cursor.type()).isEqualTo(RecordCursor.DATATYPE);
      assertThat(cursor.slots()).isEqualTo(4);
      assertThat(cursor.slot(3)).isEqualTo(4);
      assertThat(cursor.copy().slot(2)).isEqualTo(3);
      cursor.advance();
      assertThat(cursor.hasRecord()).isTrue();
      assertThat(cursor.type()).isEqualTo(RecordCursor.END);
      cursor.advance();
      assertThat(cursor.hasRecord()).isFalse();
    }
  }

  @Test
  void aRecordWhoseLastPartIsMissingIsNone() throws IOException {
    record(RecordCursor.PART, datatype(4), 1, 2);
    try (FileCursor cursor = open()) {
      assertThat(cursor.hasRecord()).isFalse();
      assertThat(cursor.hasRecord()).isFalse();
    }
  }

  @Test
  void aPartThatIsTooLongIsAnError() throws IOException {
    record(RecordCursor.PART, datatype(2), 1, 2, 3);
    try (FileCursor cursor = open()) {
      assertThatThrownBy(cursor::hasRecord).isInstanceOf(BrokenTraceException.class);
    }
  }

  @Test
  void aRecordThatIsLongerThanItsChunkIsDamage() throws IOException {
    words.add(RecordCursor.header(1, 5, 0, 0, RecordCursor.VALUE));
    words.add(1L);
    assertDamage(open(), "a record of 48 bytes where 16 are left");
  }

  @Test
  void aRecordAmongThePartsOfAnotherIsDamage() throws IOException {
    record(RecordCursor.PART, datatype(4), 1, 2);
    record(RecordCursor.END);
    assertDamage(open(), "a record whose other parts are missing");
  }

  @Test
  void wordsThatARecordDoesNotHaveAreDamage() throws IOException {
    record(RecordCursor.CALL, 1, (2L << 32) + 40);
    try (FileCursor cursor = open()) {
      assertThat(cursor.hasRecord()).isTrue();
      assertThatThrownBy(() -> cursor.slot(2)).hasMessage("word 3 of a record that has 2");
      assertThatThrownBy(() -> cursor.slot(-1)).isInstanceOf(BrokenTraceException.class);
      assertThatThrownBy(() -> cursor.length(1))
          .hasMessage("an array of 40 in a record of 2 words");
    }
  }

  // ---- the file ----

  private ByteBuffer twoChunks() throws IOException {
    try (StrandFile file = new StrandFile(directory.resolve("chunks"))) {
      for (long value = 1; value <= 2; value++) {
        ByteBuffer chunk = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        chunk.putLong(RecordCursor.header(1, 1, 0, 0, RecordCursor.VALUE)).putLong(value);
        file.write(chunk.flip());
        file.endChunk();
      }
    }
    return ByteBuffer.wrap(Files.readAllBytes(directory.resolve("chunks")));
  }

  @Test
  void recordsAreReadFromChunkToChunk() throws IOException {
    try (FileCursor cursor = FileCursor.over(twoChunks())) {
      for (long value = 1; value <= 2; value++) {
        assertThat(cursor.hasRecord()).isTrue();
        assertThat(cursor.slot(0)).isEqualTo(value);
        cursor.advance();
      }
      assertThat(cursor.hasRecord()).isFalse();
      assertThat(cursor.hasRecord()).isFalse();
    }
  }

  /** Whatever bit is wrong, the chunks before it are read, and nothing from it on. */
  @Test
  void everyBitIsGuarded() throws IOException {
    ByteBuffer file = twoChunks();
    for (int bit = 0; bit < file.capacity() * Byte.SIZE; bit++) {
      ByteBuffer damaged = ByteBuffer.wrap(file.array().clone());
      int at = bit / Byte.SIZE;
      damaged.put(at, (byte) (damaged.get(at) ^ 1 << bit % Byte.SIZE));
      assertThat(recordsBeforeDamage(damaged)).isEqualTo(recordsBefore(file, at));
    }
  }

  @Test
  void aFileThatWasCutOffIsDamagedWhereverThatWas() throws IOException {
    ByteBuffer file = twoChunks();
    for (int length = 0; length < file.capacity(); length++) {
      assertThat(recordsBeforeDamage(file.slice(0, length))).isEqualTo(recordsBefore(file, length));
    }
  }

  /** How many records are whole in front of a byte: one for each chunk. */
  private static int recordsBefore(ByteBuffer file, int at) {
    int second = chunkBehind(file, Long.BYTES);
    return at < second ? 0 : at < chunkBehind(file, second) ? 1 : 2;
  }

  private static int chunkBehind(ByteBuffer file, int chunk) {
    int stored = (int) file.duplicate().order(ByteOrder.nativeOrder()).getLong(chunk);
    return chunk + StrandFile.HEADER + stored;
  }

  /** Who reads thousands of strands has a chunk of each in memory. */
  @Test
  void whatIsWrittenAtOnceIsDividedIntoChunks() throws IOException {
    int count = 50_000;
    Path path = directory.resolve("at once");
    ByteBuffer all = ByteBuffer.allocate(2 * Long.BYTES * count).order(ByteOrder.nativeOrder());
    for (long value = 0; value < count; value++) {
      all.putLong(RecordCursor.header(1, 1, 0, 0, RecordCursor.VALUE)).putLong(value);
    }
    try (StrandFile file = new StrandFile(path)) {
      file.write(all.flip());
    }
    ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder());
    assertThat((int) written.getLong(2 * Long.BYTES)).isEqualTo(1 << 16);
    try (FileCursor cursor = FileCursor.open(path)) {
      for (long value = 0; value < count; value++) {
        assertThat(cursor.hasRecord()).isTrue();
        assertThat(cursor.slot(0)).isEqualTo(value);
        cursor.advance();
      }
      assertThat(cursor.hasRecord()).isFalse();
      assertThat(cursor.records()).isEqualTo(count);
    }
  }

  @Test
  void aRecordIsFoundByItsNumber() throws IOException {
    Path path = directory.resolve("many");
    try (StrandFile file = new StrandFile(path)) {
      for (long value = 0; value < 50_000; value++) {
        ByteBuffer one = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        one.putLong(RecordCursor.header(1, 1, 0, 0, RecordCursor.VALUE)).putLong(value);
        file.write(one.flip());
      }
    }
    assertThat(Files.size(path)).isLessThan(50_000 * 4);
    try (FileCursor cursor = FileCursor.open(path)) {
      assertThat(cursor.records()).isEqualTo(50_000);
    }
    for (long wanted : new long[] {0, 1, 4095, 4096, 33_333, 49_999}) {
      try (FileCursor cursor = FileCursor.open(path)) {
        long number = cursor.seek(wanted);
        assertThat(number).isBetween(Math.max(0, wanted - 5000), wanted);
        for (; number < wanted; number++) {
          assertThat(cursor.hasRecord()).isTrue();
          cursor.advance();
        }
        assertThat(cursor.hasRecord()).isTrue();
        assertThat(cursor.slot(0)).isEqualTo(wanted);
      }
    }
  }

  private static int recordsBeforeDamage(ByteBuffer file) {
    int records = 0;
    try (FileCursor cursor = FileCursor.over(file)) {
      for (; cursor.hasRecord(); cursor.advance()) {
        records++;
      }
    } catch (BrokenTraceException e) {
      return records;
    }
    throw new AssertionError("the damage was not seen");
  }

  private static void assertDamage(FileCursor cursor, String reason) {
    try (cursor) {
      assertThatThrownBy(cursor::hasRecord)
          .isInstanceOf(BrokenTraceException.class)
          .hasMessage(reason);
    }
  }
}
