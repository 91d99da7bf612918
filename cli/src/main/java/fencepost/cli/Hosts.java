package fencepost.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a program is to run: on hosts by their names, or as a file of the launcher's says; if there
 * is neither, where the launcher thinks best.
 */
record Hosts(List<String> names, @Nullable String file) {
  static final Hosts ANY = new Hosts(List.of(), null);

  boolean areChosen() {
    return !names.isEmpty() || file != null;
  }
}
