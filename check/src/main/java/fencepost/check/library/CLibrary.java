package fencepost.check.library;

import fencepost.check.machine.Library;
import fencepost.check.machine.MachineProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions of the C library and of the C++ runtime that are modelled, by their names. */
public final class CLibrary implements Library {
  private final Map<String, Routine> routines = new HashMap<>();
  private final CxxTextStreams textStreams = new CxxTextStreams();

  /**
   * @param inputs what the program is given
   */
  public CLibrary(Inputs inputs) {
    MemoryFunctions.addTo(this);
    StringFunctions.addTo(this);
    NumberFunctions.addTo(this);
    OutputFunctions.addTo(this);
    new InputFunctions(inputs).addTo(this);
    SystemFunctions.addTo(this);
    CxxFunctions.addTo(this);
  }

  void add(String name, Routine routine) {
    routines.put(name, routine);
  }

  /** The same for several functions. */
  void add(List<String> names, Routine routine) {
    names.forEach(name -> add(name, routine));
  }

  @Override
  public void load(MachineProcess process) {
    CxxStreams.open(process);
  }

  @Override
  public @Nullable Routine routine(String name) {
    Routine routine = routines.get(name);
    if (routine == null && name.startsWith("__isoc99_")) {
      return routine(name.substring("__isoc99_".length()));
    } else if (routine == null && name.matches("__\\w+_chk")) {
      return routines.get(name.substring(2, name.length() - 4)); // with checks of sizes
    }
    return routine != null ? routine : textStreams.routine(name, CxxFunctions.routine(name));
  }
}
