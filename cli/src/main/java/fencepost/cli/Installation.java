package fencepost.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where this tool is: unpacked somewhere, or built in a checkout. */
final class Installation {
  private Installation() {}

  /** The jar that this code is in, or in tests the directory of its classes. */
  static Path code() {
    try {
      return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What lies beside the jar. */
  static Path beside(String name) {
    return code().resolveSibling(name);
  }

  /** The checkout that the jar was built in, if it is still there. */
  static Optional<Path> checkout() {
    for (Path at = code(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("bench/programs"))) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The checkout, for what does not travel in the jar. */
  static Path requireCheckout(String what) {
    return checkout()
        .orElseThrow(
            () -> ToolFailure.wrongUse("run this from a checkout: " + what + " is only there"));
  }
}
