package fencepost.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Words that are put before a program where the machine has what they need; else none. */
final class Installed {
  /** Makes every rank print its peak memory; in one go, or the lines of two ranks get mixed. */
  static final List<String> PEAK_MEMORY =
      ifItWorks(List.of("/usr/bin/time", "-a", "-o", "/dev/stderr", "-f", "peak_kilobytes %M"));

  /** Without this, libtsan may not find its place in the address space of recent kernels. */
  static final List<String> FIXED_ADDRESSES = ifItWorks(List.of("setarch", "-R"));

  private Installed() {}

  private static List<String> ifItWorks(List<String> prefix) {
    try {
      Command probe = new Command(Variant.join(prefix, List.of("true")), Map.of());
      return probe.run().exitCode() == 0 ? prefix : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }
}
