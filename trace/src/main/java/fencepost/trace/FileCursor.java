package fencepost.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a recorded strand from a file, through a window that slides over it. */
public final class FileCursor extends RecordCursor {
  private static final long WINDOW = 256L << 20;
  private static final long LARGEST_RECORD = 4L << 20;

  private final FileChannel channel;
  private final long size;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private long windowStart;
  private long position;

  private FileCursor(FileChannel channel) throws IOException {
    this.channel = channel;
    this.size = channel.size() / Long.BYTES * Long.BYTES;
    map();
  }

  public static FileCursor open(Path file) throws IOException {
    return new FileCursor(FileChannel.open(file, StandardOpenOption.READ));
  }

  private void map() {
    try {
      windowStart = position;
      window =
          channel
              .map(FileChannel.MapMode.READ_ONLY, position, Math.min(WINDOW, size - position))
              .order(ByteOrder.nativeOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected ByteBuffer buffer() {
    return window;
  }

  @Override
  protected int offset() {
    return (int) (position - windowStart);
  }

  @Override
  protected long available() {
    return size - position;
  }

  @Override
  protected void skip(long bytes) {
    if (bytes <= 0 || bytes > size - position) {
      throw new BrokenTraceException("a record of " + bytes + " bytes at byte " + position);
    }
    position += bytes;
    if (windowStart + window.capacity() - position < LARGEST_RECORD
        && windowStart + window.capacity() < size) {
      map();
    }
  }

  @Override
  public long heardUntil() {
    return Long.MAX_VALUE;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
