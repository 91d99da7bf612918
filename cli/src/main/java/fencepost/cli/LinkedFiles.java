package fencepost.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a linker takes into a program, as it says itself.
 *
 * @param objects objects, on their own or out of libraries, but for those of our own runtime, which
 *     refers to nothing in the program
 * @param sharedLibraries what the program is linked with
 */
record LinkedFiles(List<Member> objects, List<Path> sharedLibraries) {
  private static final Pattern IN_ARCHIVE = Pattern.compile("\\((.*)\\)(.*)|(.*\\.a)\\((.*)\\)");
  private static final Pattern SHARED = Pattern.compile(".*\\.so(\\.\\d+)*");

  /**
   * An object.
   *
   * @param archive the library that it comes from; null if it stands on its own
   * @param content a file with the object
   */
  record Member(@Nullable Path archive, String name, Path content) {
    @Override
    public String toString() {
      return archive == null ? content.toString() : archive + "(" + name + ")";
    }
  }

  /** Tries to link; null if that fails. */
  static @Nullable LinkedFiles of(DriverJob job, Path work) throws IOException {
    List<String> words = new ArrayList<>(job.words());
    words.set(words.lastIndexOf("-o") + 1, work.resolve("trial").toString());
    words.addAll(1, List.of("--trace", "--trace"));
    Shell.Result result = Shell.run(words);
    if (result.exitCode() != 0) {
      // The optimiser may yet remove the call of a function that does not exist.
      words.add(1, "--unresolved-symbols=ignore-all");
      result = Shell.run(words);
    }
    if (result.exitCode() != 0) {
      return null;
    }
    Set<Member> objects = new LinkedHashSet<>();
    Set<Path> libraries = new LinkedHashSet<>();
    for (String line : result.output().lines().toList()) {
      Matcher member = IN_ARCHIVE.matcher(line);
      if (member.matches()) {
        boolean first = member.group(1) != null;
        Path archive = Path.of(member.group(first ? 1 : 3));
        String name = member.group(first ? 2 : 4);
        if (!NativeLibrary.isOwn(archive)) {
          objects.add(new Member(archive, name, extract(archive, name, work)));
        }
      } else if (SHARED.matcher(line).matches() && Files.isRegularFile(Path.of(line))) {
        libraries.add(Path.of(line));
      } else if (!line.endsWith(".a") && Files.isRegularFile(Path.of(line))) {
        Path file = Path.of(line);
        objects.add(new Member(null, file.getFileName().toString(), file));
      }
    }
    return new LinkedFiles(List.copyOf(objects), List.copyOf(libraries));
  }

  private static Path extract(Path archive, String name, Path work) throws IOException {
    Path directory = work.resolve("from-" + archive.toString().replace('/', '_'));
    if (!Files.exists(directory)) {
      Files.createDirectories(directory);
      Shell.run(List.of("ar", "x", "--output=" + directory, archive.toString()));
    }
    return directory.resolve(name);
  }
}
