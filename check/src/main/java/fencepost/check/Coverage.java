package fencepost.check;

import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Location;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which calls some execution has made, above all those that access remote memory. */
public final class Coverage {
  private static final Pattern REMOTE_ACCESS =
      Pattern.compile(
          "P?MPI_(R?put|R?get|R?accumulate|R?get_accumulate|Fetch_and_op|Compare_and_swap)(_c|_)?"
              + "|p?shmem_(\\w+_)?(i?put|i?get|p|g|atomic)(\\d+|mem)?(_\\w+)?"
              + "|p?gaspi_((write|read)(_list)?(_notify)?|atomic_(fetch_add|compare_swap))",
          Pattern.CASE_INSENSITIVE);

  /** Headers of installed libraries, such as the C++ binding of MPI, are not the program's. */
  private static final String SYSTEM = "/usr/";

  private final Set<String> all = new TreeSet<>();
  private final Set<String> reached = new HashSet<>();
  private final Image image;

  Coverage(Image image) {
    this.image = image;
    image.module().definedFunctions().flatMap(Function::instructions).forEach(this::note);
  }

  private void note(Instruction instruction) {
    if (instruction instanceof Call call && REMOTE_ACCESS.matcher(call.name()).matches()) {
      String place = place(call);
      if (place != null && !place.startsWith(SYSTEM)) {
        all.add(place);
      }
    }
  }

  private static @Nullable String place(Call call) {
    Location location = call.location();
    return location == null ? null : location.file() + ":" + location.line();
  }

  void add(Machine machine) {
    machine.reached().stream()
        .mapToObj(image::place)
        .map(place -> place.file() + ":" + place.line())
        .forEach(reached::add);
  }

  /** Whether some execution made a call of a library. */
  boolean isReached(Call call) {
    String place = place(call);
    return place != null && reached.contains(place);
  }

  /** Whether some execution made a call of a library on a line of a file of that name. */
  public boolean isReached(String fileName, int line) {
    String end = fileName + ":" + line;
    return reached.stream().anyMatch(place -> place.equals(end) || place.endsWith("/" + end));
  }

  /** How many places with such calls there are. */
  public int sites() {
    return all.size();
  }

  /** The places that no execution came to. */
  public Set<String> missed() {
    Set<String> missed = new TreeSet<>(all);
    missed.removeAll(reached);
    return missed;
  }
}
