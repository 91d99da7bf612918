package fencepost.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a recorded strand from a file, through a window that slides over it; {@link StrandFile}
 * draws it. Nothing of a chunk is looked at before its checksum is.
 */
public final class FileCursor extends RecordCursor {
  private static final long WINDOW = 256L << 20;
  private static final int LARGEST_CHUNK = 1 << 30;

  /** Gives the bytes of the file from a place on. */
  private interface Source extends AutoCloseable {
    ByteBuffer map(long from, long length) throws IOException;

    @Override
    void close() throws IOException;
  }

  private final Source source;
  private final long size;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private long windowStart;
  private long position;
  private long chunkEnd;
  private boolean closed;

  private FileCursor(Source source, long size) {
    this.source = source;
    this.size = size;
  }

  public static FileCursor open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    return new FileCursor(
        new Source() {
          @Override
          public ByteBuffer map(long from, long length) throws IOException {
            return channel.map(FileChannel.MapMode.READ_ONLY, from, length);
          }

          @Override
          public void close() throws IOException {
            channel.close();
          }
        },
        channel.size());
  }

  /** Reads what would be in the file. */
  public static FileCursor over(ByteBuffer file) {
    return new FileCursor(
        new Source() {
          @Override
          public ByteBuffer map(long from, long length) {
            return file.slice((int) from, (int) length);
          }

          @Override
          public void close() {}
        },
        file.capacity());
  }

  /** Goes to the next chunk; false if there is none. */
  private boolean nextChunk() {
    if (closed) {
      return false;
    }
    if (position == 0) {
      see(Long.BYTES);
      if (window.getLong(0) != StrandFile.MAGIC) {
        throw new BrokenTraceException("it does not begin as the records of this version do");
      }
      position = Long.BYTES;
      chunkEnd = position;
    }
    see(StrandFile.HEADER);
    long header = window.getLong(offset());
    int length = (int) header;
    if (length < 0 || length > LARGEST_CHUNK || length % Long.BYTES != 0) {
      throw new BrokenTraceException("a chunk of " + Integer.toUnsignedString(length) + " bytes");
    }
    see(StrandFile.HEADER + (long) length);
    if (StrandFile.chunkHeader(window.slice(offset() + StrandFile.HEADER, length)) != header) {
      throw new BrokenTraceException("the checksum of " + length + " bytes is wrong");
    }
    position += StrandFile.HEADER;
    chunkEnd = position + length;
    closed = length == 0;
    return !closed;
  }

  /** Has the window show so many bytes from the position on. */
  private void see(long bytes) {
    if (bytes > size - position) {
      throw new BrokenTraceException("the rest is missing");
    }
    if (position + bytes <= windowStart + window.capacity()) {
      return;
    }
    try {
      long length = Math.min(Math.max(WINDOW, bytes), size - position);
      window = source.map(position, length).order(ByteOrder.nativeOrder());
      windowStart = position;
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
  public long position() {
    return position;
  }

  @Override
  protected long available() {
    return position == chunkEnd && !nextChunk() ? 0 : chunkEnd - position;
  }

  @Override
  protected void skip(long bytes) {
    position += bytes;
  }

  @Override
  public long heardUntil() {
    return Long.MAX_VALUE;
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
