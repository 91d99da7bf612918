package fencepost.report;

import java.nio.charset.StandardCharsets;

/** The address of a file, as links and SARIF have it: in ASCII, whatever its path holds. */
final class FileAddress {
  private static final String PLAIN = "-._~/";

  private FileAddress() {}

  /** Of a path that is absolute, or relative to something that the reader knows. */
  static String of(String path) {
    StringBuilder address = new StringBuilder(path.startsWith("/") ? "file://" : "");
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
      address.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return address.toString();
  }
}
