package fencepost.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a launcher prints on the terminal that the line of progress is on. It goes through the tool,
 * which removes that line first. What is printed elsewhere does not go through the tool.
 */
final class ProgramOutput {
  /** Of what is left when the program has ended; something in the background may never end. */
  private static final long PATIENCE = 2000;

  private final List<Thread> threads = new ArrayList<>();

  /** Has output that is to be inherited come here, as far as it goes to the terminal. */
  static void share(ProcessBuilder builder) {
    if (Terminal.hasProgress()) {
      builder.redirectError(ProcessBuilder.Redirect.PIPE);
      if (isSameFile()) {
        builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
      }
    }
  }

  private static boolean isSameFile() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1"))
          .equals(Files.readSymbolicLink(Path.of("/proc/self/fd/2")));
    } catch (IOException e) {
      return false;
    }
  }

  /** Streams that are not redirected are empty. */
  ProgramOutput(Process process) {
    pass(process.getInputStream(), FileDescriptor.out);
    pass(process.getErrorStream(), FileDescriptor.err);
  }

  private void pass(InputStream from, FileDescriptor to) {
    Thread thread = new Thread(() -> copy(from, new FileOutputStream(to)), "output");
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  private static void copy(InputStream from, FileOutputStream to) {
    byte[] buffer = new byte[1 << 13];
    try {
      for (int length = from.read(buffer); length > 0; length = from.read(buffer)) {
        Terminal.passOn(buffer, length, to);
      }
    } catch (IOException e) {
      // The terminal is gone, or the program was killed: there is nothing to pass on.
    }
  }

  /** Waits until what the program has printed has been passed on. */
  void await() {
    try {
      for (Thread thread : threads) {
        thread.join(PATIENCE);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
