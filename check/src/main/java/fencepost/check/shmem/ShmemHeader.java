package fencepost.check.shmem;

import fencepost.check.machine.MachineProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the OpenSHMEM header that a program was compiled with says. It is asked for in C, compiled
 * as the program was, and executed with it.
 */
public final class ShmemHeader {
  private static final String FUNCTION = "fencepost_shmem_constant";
  private static final List<String> MORE =
      List.of(
          ("SHMEM_TEAM_WORLD SHMEM_TEAM_SHARED SHMEM_TEAM_INVALID SHMEM_CTX_INVALID"
                  + " SHMEM_SIGNAL_ADD SHMEM_TEAM_NUM_CONTEXTS SHMEM_MAJOR_VERSION"
                  + " SHMEM_MINOR_VERSION SHMEM_VENDOR_STRING SHMEM_THREAD_MULTIPLE")
              .split(" "));

  /** What the capture library calls by names of its own. */
  private static final Map<String, String> OWN_NAMES =
      Map.of(
          "FP_TEAM_WORLD", "SHMEM_TEAM_WORLD",
          "FP_TEAM_SHARED", "SHMEM_TEAM_SHARED",
          "FP_SIGNAL_ADD", "SHMEM_SIGNAL_ADD");

  private static final List<String> ALL = expressions();

  private final Map<String, Long> values = new HashMap<>();

  private ShmemHeader() {}

  private static List<String> expressions() {
    List<String> all = new ArrayList<>(ShmemLibrary.TABLE.constants());
    all.removeIf(name -> !name.startsWith("SHMEM_"));
    all.addAll(MORE);
    return all;
  }

  /** A file of C to be compiled and linked with the program. */
  public static String source() {
    StringBuilder text = new StringBuilder("#include <shmem.h>\n#include <stdint.h>\n");
    text.append("uint64_t ").append(FUNCTION).append("(int i) {\n  switch (i) {\n");
    for (int i = 0; i < ALL.size(); i++) {
      text.append(String.format("    case %d: return (uint64_t)(uintptr_t)(%s);%n", i, ALL.get(i)));
    }
    return text.append("    default: return 0;\n  }\n}\n").toString();
  }

  /** Reads what a process has been compiled with. */
  static ShmemHeader read(MachineProcess process) {
    ShmemHeader header = new ShmemHeader();
    for (int i = 0; i < ALL.size(); i++) {
      header.values.put(ALL.get(i), process.invoke(FUNCTION, i));
    }
    return header;
  }

  long constant(String name) {
    Long value = values.get(OWN_NAMES.getOrDefault(name, name));
    if (value == null) {
      throw new IllegalArgumentException("no constant " + name);
    }
    return value;
  }
}
