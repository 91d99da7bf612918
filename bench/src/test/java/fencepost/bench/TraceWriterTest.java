package fencepost.bench;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.ApiTable;
import fencepost.trace.FileCursor;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceWriterTest {
  @TempDir private Path directory;

  private interface Script {
    void write(TraceWriter writer);
  }

  private FileCursor written(Script script) throws IOException {
    try (TraceWriter writer = TraceWriter.open(directory, 0)) {
      script.write(writer);
    }
    FileCursor cursor = FileCursor.open(directory.resolve("strand.0"));
    assertThat(cursor.hasRecord()).isTrue();
    return cursor;
  }

  @Test
  void aProcessSaysItsRankTheSizeAndTheConstants() throws IOException {
    try (FileCursor record = written(writer -> writer.process(3, 8))) {
      assertThat(record.type()).isEqualTo(RecordCursor.PROCESS);
      assertThat(record.slot(0)).isEqualTo(3);
      assertThat(record.slot(1)).isEqualTo(8);
      int world = ApiTable.of(Model.MPI).constants().indexOf("MPI_COMM_WORLD");
      assertThat(record.slot(3 + world)).isEqualTo(TraceWriter.constant("MPI_COMM_WORLD"));
    }
  }

  @Test
  void aModuleHasItsPathInTheSlots() throws IOException {
    try (FileCursor record = written(w -> w.module(0x400000, 0x1000, "/made/up/program"))) {
      assertThat(record.slot(0)).isEqualTo(0x400000);
      assertThat(record.slot(1)).isEqualTo(0x1000);
      assertThat(record.text(2)).isEqualTo("/made/up/program");
    }
  }

  @Test
  void anAccessIsAsLongAsItsShapeNeeds() throws IOException {
    Run once = Run.of(100, 8);
    Run loop = once.times(10, 16);
    Run nest = loop.rows(5, 1000);
    try (FileCursor record =
        written(
            writer -> {
              writer.load(1, once);
              writer.store(2, loop);
              writer.load(3, nest);
            })) {
      assertAccess(record, 0, 1, 100, 8);
      assertAccess(record, 1, 2, 100, 8, 10, 16);
      assertAccess(record, 0, 3, 100, 8, 10, 16, 5, 1000);
      assertThat(record.hasRecord()).isFalse();
    }
  }

  private static void assertAccess(RecordCursor record, int flags, long... slots) {
    assertThat(record.hasRecord()).isTrue();
    assertThat(record.type()).isEqualTo(RecordCursor.ACCESS);
    assertThat(record.flags()).isEqualTo(flags);
    assertThat(record.slots()).isEqualTo(slots.length);
    for (int i = 0; i < slots.length; i++) {
      assertThat(record.slot(i)).isEqualTo(slots[i]);
    }
    record.advance();
  }

  @Test
  void aCallHasItsArgumentsWhereTheTableSays() throws IOException {
    ApiTable.Call recv = ApiTable.of(Model.MPI).call("MPI_Recv");
    try (FileCursor record =
        written(w -> w.call("MPI_Recv").with("tag", 7).withStatus("status", 5, 7).around(99))) {
      assertThat(record.type()).isEqualTo(RecordCursor.CALL);
      assertThat(record.call()).isEqualTo(recv.id());
      assertThat(record.flags()).isEqualTo(RecordCursor.ENTER);
      record.advance();
      assertThat(record.hasRecord()).isTrue();
      assertThat(record.flags()).isEqualTo(RecordCursor.LEAVE);
      assertThat(record.slot(0)).isEqualTo(99);
      assertThat(record.slot(recv.slot("tag"))).isEqualTo(7);
      int status = recv.slot("status");
      assertThat(record.length(status)).isEqualTo(3);
      assertThat(record.element(status, 0)).isEqualTo(5);
      assertThat(record.element(status, 1)).isEqualTo(7);
    }
  }

  @Test
  void arraysLieBehindTheArguments() throws IOException {
    ApiTable.Call waitall = ApiTable.of(Model.MPI).call("MPI_Waitall");
    try (FileCursor record =
        written(
            w ->
                w.call("MPI_Waitall")
                    .with("count", 3)
                    .withElements("array_of_requests", 11, 12, 13)
                    .enter(99))) {
      int requests = waitall.slot("array_of_requests");
      assertThat(record.slot(waitall.slot("count"))).isEqualTo(3);
      assertThat(record.length(requests)).isEqualTo(3);
      assertThat(record.element(requests, 2)).isEqualTo(13);
    }
  }

  @Test
  void moreRecordsThanTheBufferHoldsArriveInOrder() throws IOException {
    int many = 100_000;
    try (FileCursor record =
        written(
            writer -> {
              for (int i = 0; i < many; i++) {
                writer.load(i, Run.of(i, 8));
              }
              assertThat(writer.records()).isEqualTo(many);
            })) {
      for (int i = 0; i < many; i++) {
        assertThat(record.hasRecord()).isTrue();
        assertThat(record.slot(0)).isEqualTo(i);
        record.advance();
      }
      assertThat(record.hasRecord()).isFalse();
    }
  }
}
