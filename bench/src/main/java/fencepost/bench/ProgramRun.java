package fencepost.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * One run of a program, and what it cost.
 *
 * @param computeSeconds what the program says that its own work took
 * @param commandSeconds what the whole command took, start and end included
 * @param events what was analysed; 0 where nothing is
 * @param peakKilobytes the memory of the largest rank; 0 if unknown
 */
record ProgramRun(double computeSeconds, double commandSeconds, long events, long peakKilobytes) {
  private static final Pattern COMPUTE = Pattern.compile("compute_seconds ([\\d.]+)");
  private static final Pattern PEAK = Pattern.compile("peak_kilobytes (\\d+)");

  /** Runs the command; throws if it fails, or does not say how long it took. */
  static ProgramRun of(Command command, Path report) throws IOException {
    Files.deleteIfExists(report);
    Command.Result result = command.run();
    OptionalDouble compute = largest(COMPUTE, result.output());
    if (result.exitCode() != 0 || compute.isEmpty()) {
      throw new IOException("exit code " + result.exitCode() + ": " + result.complaint());
    }
    return new ProgramRun(
        compute.getAsDouble(),
        result.seconds(),
        Files.exists(report) ? events(report) : 0,
        (long) largest(PEAK, result.output()).orElse(0));
  }

  private static OptionalDouble largest(Pattern pattern, String output) {
    return pattern.matcher(output).results().mapToDouble(m -> Double.parseDouble(m.group(1))).max();
  }

  private static long events(Path report) throws IOException {
    return new ObjectMapper().readTree(report.toFile()).path("statistics").path("events").asLong();
  }
}
