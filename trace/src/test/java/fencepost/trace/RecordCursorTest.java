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
    return FileCursor.open(Files.write(directory.resolve("strand"), bytes.array()));
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
}
