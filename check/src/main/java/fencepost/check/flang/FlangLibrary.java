package fencepost.check.flang;

import fencepost.check.library.Inputs;
import fencepost.check.machine.Library;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions of flang's runtime library that are modelled, by their names. */
public final class FlangLibrary implements Library {
  private static final String PREFIX = "_FortranA";

  private final Map<String, Routine> routines = new HashMap<>();

  /**
   * @param inputs what the program is given
   */
  public FlangLibrary(Inputs inputs) {
    new ProgramFunctions(inputs).addTo(this);
    ArrayFunctions.addTo(this);
    AllocationFunctions.addTo(this);
    CharacterFunctions.addTo(this);
    Reductions.addTo(this);
    new FlangStatements(inputs).addTo(this);
  }

  /** A name is given without the prefix that all have. */
  void add(String name, Routine routine) {
    routines.put(PREFIX + name, routine);
  }

  /** The same for several functions. */
  void add(List<String> names, Routine routine) {
    names.forEach(name -> add(name, routine));
  }

  @Override
  public @Nullable Routine routine(String name) {
    return routines.get(name);
  }
}
