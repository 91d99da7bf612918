package fencepost.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The processes of a run, known by a path in the environment that they were started with. A process
 * whose parent has died keeps it, while it is no longer below anybody in the tree of processes.
 */
public final class Participants {
  private Participants() {}

  /** All that live; they must belong to this user. */
  public static Stream<ProcessHandle> of(Path path) {
    return ProcessHandle.allProcesses().filter(process -> isOne(process.pid(), path));
  }

  /** Whether a process is one; what has ended is none. */
  public static boolean isOne(long process, Path path) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process + "/environ"));
      return new String(environment, StandardCharsets.UTF_8).contains(path.toString());
    } catch (IOException e) {
      return false; // it has ended, or is somebody else's
    }
  }
}
