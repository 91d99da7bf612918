package fencepost.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a measurement was made on. A figure without this says nothing. */
final class MeasuredMachine {
  private MeasuredMachine() {}

  /** The load tells whether somebody else was measured too: take it before measuring. */
  static String describe() {
    return String.format(
        Locale.ROOT,
        "%d cores, %s%s, %s %s, Java %s, load %.1f before",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"),
        processor(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        Runtime.version().feature(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String processor() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
      return lines.stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> " (" + line.replaceFirst(".*:\\s*", "") + ")")
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return ""; // not Linux
    }
  }
}
