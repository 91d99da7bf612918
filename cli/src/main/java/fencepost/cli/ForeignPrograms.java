package fencepost.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Programs of a package that we did not write, as a file of properties describes them.
 *
 * @param name of the collection
 */
record ForeignPrograms(String name, List<Program> programs, Build build) {

  /**
   * A program.
   *
   * @param arguments what it is started with
   */
  record Program(String name, int processes, List<String> arguments) {}

  /** How they become executable. */
  interface Build {
    /**
     * Makes the program.
     *
     * @param mode how our compilers instrument it; null for a program as it is
     * @param directory for what is made; the same one for all programs of a collection
     * @return nothing if it does not compile
     */
    Optional<Path> executable(Program program, @Nullable String mode, Path directory);
  }

  /** Reads the description, and looks into the package for the programs. */
  static ForeignPrograms read(Path description, Path cache) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(description)) {
      properties.load(reader);
    }
    Path root =
        new DebianSource(cache, properties.getProperty("release", ""))
            .fetch(properties.getProperty("package"));
    return properties.containsKey("build")
        ? PackageBuild.describe(nameOf(description), properties, root)
        : SingleFiles.describe(description, properties, root);
  }

  /** The name of the collection that a file describes. */
  static String nameOf(Path description) {
    return description.getFileName().toString().replace(".properties", "");
  }

  static List<String> words(Properties properties, String key) {
    return words(properties.getProperty(key, ""));
  }

  static List<String> words(String text) {
    return text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
  }
}
