package fencepost.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Names of functions and variables as they are written in C++. */
public final class CxxNames {
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private CxxNames() {}

  /** What the source calls that which has a name for the linker; other names stay as they are. */
  public static String inSource(String name) {
    return name.startsWith("_Z") ? KNOWN.computeIfAbsent(name, CxxNames::demangled) : name;
  }

  private static String demangled(String name) {
    List<String> lines = Symbolizer.run(List.of("c++filt", name));
    return lines.isEmpty() ? name : lines.get(0);
  }
}
