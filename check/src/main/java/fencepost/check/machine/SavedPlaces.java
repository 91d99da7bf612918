package fencepost.check.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The places to which a process may jump out of the functions that were called since. */
final class SavedPlaces {
  private final MachineProcess process;
  private final List<Place> places = new ArrayList<>();

  /** Where a call that has saved its place returns to, as often as somebody jumps there. */
  private record Place(LibraryCall call, long activation, int stackTop, int nested) {}

  SavedPlaces(MachineProcess process) {
    this.process = process;
  }

  /** Saves where the present call returns to; the buffer may be copied. */
  void save(long buffer, LibraryCall call) {
    MachineStrand strand = process.strand();
    places.add(new Place(call, process.activation(), strand.stackTop, strand.nested));
    process.memory.store(buffer, 8, places.size());
  }

  /** The call that has saved its place in the buffer returns once more, with another value. */
  void jump(long buffer, long value) {
    long number = process.memory.load(buffer, 8);
    if (number < 1 || number > places.size()) {
      throw Halt.fault("a jump to a place that nobody has saved");
    }
    Place place = places.get((int) number - 1);
    if (!isOpen(place)) {
      throw Halt.fault("a jump into a function that has returned");
    }
    if (process.strand().nested != place.nested) {
      throw Halt.unmodelled("a jump that goes through a library function");
    }
    process.jump(place.call, place.activation, place.stackTop, value);
  }

  private boolean isOpen(Place place) {
    @Nullable MachineFrame at = process.frame;
    while (at != null && at.activation != place.activation) {
      at = at.caller;
    }
    return at != null;
  }
}
