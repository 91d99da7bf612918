package fencepost.check.flang;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import fencepost.check.machine.MachineMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * A derived type as flang describes it, in the words of its module {@code __fortran_type_info}.
 *
 * <pre>
 *   a type:       232 the array of its components    430 whether it needs no destruction
 *   a component:   24 genre   25 category   27 rank   32 distance   56 its derived type
 * </pre>
 */
final class FlangDerivedType {
  private static final int COMPONENTS = 232;
  private static final int NEEDS_NO_DESTRUCTION = 430;
  private static final int DATA = 1;
  private static final int ALLOCATABLE = 3;
  private static final int STRUCTURE = 5;

  private final Invocation invocation;
  private final MachineMemory memory;
  private final long at;

  FlangDerivedType(Invocation invocation, long at) {
    this.invocation = invocation;
    this.memory = invocation.memory();
    this.at = at;
  }

  /** Whether variables of it can be copied byte by byte. */
  boolean isPlain() {
    return memory.load(at + NEEDS_NO_DESTRUCTION, 1) != 0;
  }

  private List<Long> components() {
    return new Descriptor(invocation, at + COMPONENTS).addresses();
  }

  private long byteOf(long component, int place) {
    return memory.load(component + place, 1);
  }

  private long placeOf(long component, long variable) {
    return variable + memory.load(component + 32, 8);
  }

  private FlangDerivedType typeOf(long component) {
    return new FlangDerivedType(invocation, memory.load(component + 56, 8));
  }

  private static boolean isAllocatable(long genre) {
    return genre == ALLOCATABLE;
  }

  /** A part that is itself of such a type. */
  private boolean isPart(long component) {
    boolean part =
        byteOf(component, 24) == DATA
            && byteOf(component, 25) == STRUCTURE
            && !typeOf(component).isPlain();
    if (part && byteOf(component, 27) > 0) {
      throw Halt.unmodelled("arrays of a type with allocatable components in another one");
    }
    return part;
  }

  /** The memory of all allocatable components of a variable. */
  List<Long> allocated(long variable) {
    List<Long> all = new ArrayList<>();
    for (long component : components()) {
      long place = placeOf(component, variable);
      if (isAllocatable(byteOf(component, 24))) {
        all.add(memory.load(place, 8));
      } else if (isPart(component)) {
        all.addAll(typeOf(component).allocated(place));
      }
    }
    return all;
  }

  /** The variable is a copy, byte by byte: its components become copies, too. */
  void copyComponents(long variable) {
    for (long component : components()) {
      long place = placeOf(component, variable);
      Descriptor array = new Descriptor(invocation, place);
      if (isAllocatable(byteOf(component, 24)) && array.base() != 0) {
        long bytes = array.elements() * array.elementSize();
        long old = array.base();
        MachineAccess.loaded(invocation, old, bytes);
        array.allocate();
        memory.copy(array.base(), memory, old, bytes);
        if (byteOf(component, 25) == STRUCTURE && !typeOf(component).isPlain()) {
          array.addresses().forEach(typeOf(component)::copyComponents);
        }
      } else if (isPart(component)) {
        typeOf(component).copyComponents(place);
      }
    }
  }
}
