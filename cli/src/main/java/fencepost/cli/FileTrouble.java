package fencepost.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What people are told when a file cannot be read or written. */
final class FileTrouble {
  private FileTrouble() {}

  static String describe(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no file or directory " + e.getMessage();
    }
    if (e instanceof AccessDeniedException) {
      return "no permission for " + e.getMessage();
    }
    return String.valueOf(e.getMessage());
  }

  /** Finds out early that a file cannot be written: the work for it may take long. */
  static void checkWritable(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || directory == null || !Files.isDirectory(directory)) {
      throw new ToolFailure(ExitCode.WRONG_USE, "a file " + file + " cannot be written");
    }
    Files.delete(Files.createTempFile(directory, ".fencepost-", ".tmp"));
  }
}
