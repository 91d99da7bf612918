package fencepost.report;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a file, as links and SARIF have it: in ASCII, whatever its path holds. */
final class FileAddress {
  private FileAddress() {}

  /** Of a path that is absolute, or relative to something that the reader knows. */
  static String of(String path) {
    try {
      boolean absolute = path.startsWith("/");
      // A colon in the first part of a relative address would end the name of a scheme.
      String relative = absolute || path.indexOf(':') < 0 ? path : "./" + path;
      return new URI(absolute ? "file" : null, absolute ? "" : null, relative, null)
          .toASCIIString();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }
}
