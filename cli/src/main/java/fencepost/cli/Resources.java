package fencepost.cli;

import fencepost.program.ir.Module;
import fencepost.trace.WrapperGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** C sources that travel in the jar. */
final class Resources {
  private Resources() {}

  static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * All files below a directory, by their names relative to it, in the order of the names. One at a
   * time: a jar can be opened only once.
   */
  static synchronized Map<String, String> below(String directory) {
    try {
      URI uri = Objects.requireNonNull(Resources.class.getResource("/" + directory)).toURI();
      if (uri.getScheme().equals("file")) {
        return files(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return files(jar.getPath("/" + directory));
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What tells this build of the tool from others: its files, and when they were written. */
  static String build() {
    try {
      StringBuilder build = new StringBuilder();
      for (Class<?> part : List.of(Resources.class, WrapperGenerator.class, Module.class)) {
        URI place = part.getProtectionDomain().getCodeSource().getLocation().toURI();
        try (Stream<Path> files = Files.walk(Path.of(place))) {
          files.sorted().forEach(file -> build.append(file).append(file.toFile().lastModified()));
        }
      }
      return build.toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      List<Path> found = walk.filter(Files::isRegularFile).sorted().toList();
      for (Path file : found) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }
}
