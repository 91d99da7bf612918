package fencepost.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The source of a Debian package, fetched once. Nothing of the system is changed. */
final class DebianSource {
  private static final String KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";

  private final Path directory;
  private final String release;

  /**
   * Sources of a release.
   *
   * @param cache where they are kept
   * @param release of Debian; empty for the one that is installed
   */
  DebianSource(Path cache, String release) {
    this.release = release;
    this.directory = cache.resolve(release.isEmpty() ? "installed" : release);
  }

  /** The directory in which the source is unpacked. */
  Path fetch(String name) throws IOException {
    Path unpacked = directory.resolve(name);
    if (Files.isDirectory(unpacked)) {
      return unpacked;
    }
    ToolFailure.require(
        Shell.find("apt-get").isPresent(), "the sources of others come with apt-get of Debian");
    Files.createDirectories(directory.resolve("lists/partial"));
    Path sources = directory.resolve("sources.list");
    if (!Files.exists(sources)) {
      Files.writeString(sources, String.format("deb-src [signed-by=%s] %s%n", KEYS, origin()));
      apt("update");
    }
    apt("source", "--download-only", "--tar-only", name);
    Path archive = archive(name);
    Path partial = Files.createTempDirectory(directory, "unpacking-");
    Shell.run(
            List.of(
                "tar",
                "xf",
                archive.toString(),
                "-C",
                partial.toString(),
                "--strip-components=1",
                "--no-same-owner"))
        .orFail("tar cannot unpack " + archive);
    return Files.move(partial, unpacked);
  }

  /** Where the packages of this system come from: address, release and component. */
  private String origin() {
    return Shell.ask(
            List.of(
                "apt-get",
                "indextargets",
                "--format",
                "$(REPO_URI) " + (release.isEmpty() ? "$(RELEASE)" : release) + " $(COMPONENT)",
                "Created-By: Packages",
                "Component: main"))
        .firstLine();
  }

  private void apt(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "apt-get",
                "-o",
                "Dir::Etc::sourcelist=" + directory.resolve("sources.list"),
                "-o",
                "Dir::Etc::sourceparts=/dev/null",
                "-o",
                "Dir::State::lists=" + directory.resolve("lists"),
                "-o",
                "Dir::Cache=" + directory.resolve("cache")));
    command.addAll(List.of(words));
    Shell.run(command, directory).orFail("apt-get " + String.join(" ", words) + " failed");
  }

  private Path archive(String name) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(name + "_.*\\.orig\\.tar\\..z2?"))
          .findFirst()
          .orElseThrow(
              () -> new ToolFailure(ExitCode.TOOL_FAILED, "there is no source of " + name));
    }
  }
}
