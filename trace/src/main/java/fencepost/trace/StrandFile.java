package fencepost.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The file that keeps the records of one strand. A disk that is full ends the recording, not the
 * analysis: what was written until then can be analysed, and the report says what is missing.
 */
final class StrandFile {
  private final Path file;
  private @Nullable FileChannel channel;
  private String trouble = "";

  StrandFile(Path file) {
    this.file = file;
    try {
      channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  void write(ByteBuffer records) {
    try {
      while (channel != null && records.hasRemaining()) {
        channel.write(records);
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      stop(String.valueOf(e.getMessage()));
    }
  }

  /** Nothing is written any more, for that reason; the first one counts. */
  void stop(String why) {
    FileChannel last = channel;
    channel = null;
    trouble = trouble.isEmpty() ? file + ": " + why : trouble;
    try {
      if (last != null) {
        last.close();
      }
    } catch (IOException e) {
      // It is given up already.
    }
  }

  /** What went wrong; empty if nothing did. */
  String trouble() {
    return trouble;
  }
}
