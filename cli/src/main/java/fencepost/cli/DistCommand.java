package fencepost.cli;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes packages of this build. */
@Command(
    name = "dist",
    description =
        "Makes an archive that runs wherever it is unpacked, and recipes that install it; from a"
            + " checkout.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  fencepost dist out", "  fencepost dist --runtime --format=tar,deb out"})
final class DistCommand implements Callable<Integer> {
  /** What can be made. */
  enum Format {
    /** A compressed archive, with recipes for Spack, EasyBuild, Docker and Apptainer. */
    TAR,
    /** A package of Debian. */
    DEB,
    /** The directory itself. */
    TREE
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      split = ",",
      defaultValue = "tar",
      description = "tar, deb, or tree for the directory itself (default: ${DEFAULT-VALUE}).")
  Set<Format> formats = Set.of(Format.TAR);

  @Option(
      names = "--runtime",
      description = "With a Java runtime (jlink), so that none need be installed.")
  boolean runtime;

  @Parameters(paramLabel = "DIR", description = "Where to write it.")
  Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException {
    Path checkout = Installation.requireCheckout("what packages are made of");
    Path code = Installation.code();
    ToolFailure.require(Files.isRegularFile(code), code + " is no jar; build with ./fencepost");
    LlvmLibrary.require();
    FileTrouble.checkDirectory(directory);
    Files.createDirectories(directory);
    try (OwnedDirectory work = OwnedDirectory.create("dist")) {
      Distribution distribution = new Distribution(checkout, runtime);
      Path tree = distribution.tree(work.path());
      for (Format format : formats) {
        Path made =
            switch (format) {
              case TAR -> distribution.archive(tree, directory);
              case DEB -> distribution.debianPackage(tree, work.path(), directory);
              case TREE -> Distribution.copy(tree, directory.resolve(tree.getFileName()));
            };
        System.out.println(made);
      }
    }
    return ExitCode.NOTHING_FOUND;
  }
}
