package fencepost.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

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
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file already: " + e.getMessage();
    }
    if (e instanceof NotDirectoryException) {
      return e.getMessage() + " is no directory";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    return String.valueOf(e.getMessage());
  }

  /** Files that a command was given. */
  static void checkExisting(List<String> files) {
    for (String file : files) {
      ToolFailure.require(Files.exists(Path.of(file)), "there is no file " + file);
    }
  }

  /** Finds out early that a file cannot be written: the work for it may take long. */
  static void checkWritable(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    ToolFailure.require(
        directory != null && Files.isDirectory(directory),
        file + " cannot be written: there is no directory " + directory);
    ToolFailure.require(!Files.isDirectory(file), file + " cannot be written: it is a directory");
    if (Files.exists(file)) {
      ToolFailure.require(Files.isWritable(file), file + " cannot be written: no permission");
    } else if (directory != null) {
      checkDirectory(directory, file);
    }
  }

  /** The same for the files of a directory, which is made if need be. */
  static void checkDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw ToolFailure.wrongUse(directory + " cannot be made: " + describe(e));
    }
    checkDirectory(directory, directory);
  }

  private static void checkDirectory(Path directory, Path wanted) {
    try {
      Files.delete(Files.createTempFile(directory, ".fencepost-", ".tmp"));
    } catch (IOException e) {
      throw ToolFailure.wrongUse(
          wanted + " cannot be written: " + describe(e).replaceAll("/?[.]fencepost-.*", ""));
    }
  }
}
