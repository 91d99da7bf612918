package fencepost.report;

import fencepost.trace.Sites;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where code addresses come from, and what static variables are called. */
public interface SourceMap {
  /** A variable and a distance from its start. */
  record Variable(String name, long offset) {}

  /** These sites will be asked for. */
  void resolve(Collection<Sites.Site> sites);

  /** The place of a code address, innermost first where functions were inlined; never empty. */
  List<SourcePlace> stack(Sites.Site site);

  /** The variable that the code at an address accesses; empty if that is not known. */
  default String accessed(Sites.Site site) {
    return "";
  }

  /** The static variable at an offset in a file of code; null if there is none. */
  @Nullable Variable variable(String module, long offset);
}
