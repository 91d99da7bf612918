package fencepost.check.flang;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import fencepost.check.machine.MachineMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A derived type as flang describes it, in the words of its module {@code __fortran_type_info}.
 *
 * <pre>
 *   88 bytes of a variable   232 the array of its components
 *   429 whether it needs no initialization   430 whether it needs no destruction
 * </pre>
 */
final class FlangDerivedType {
  private static final int SIZE = 88;
  private static final int COMPONENTS = 232;
  private static final int NEEDS_NO_INITIALIZATION = 429;
  private static final int NEEDS_NO_DESTRUCTION = 430;

  private final Invocation invocation;
  private final MachineMemory memory;
  final long at;

  FlangDerivedType(Invocation invocation, long at) {
    this.invocation = invocation;
    this.memory = invocation.memory();
    this.at = at;
  }

  /** Whether variables of it can be copied byte by byte. */
  boolean isPlain() {
    return memory.load(at + NEEDS_NO_DESTRUCTION, 1) != 0;
  }

  private boolean needsInitialization() {
    return memory.load(at + NEEDS_NO_INITIALIZATION, 1) == 0;
  }

  long size() {
    return memory.load(at + SIZE, 8);
  }

  private List<FlangComponent> components() {
    return new Descriptor(invocation, at + COMPONENTS)
        .addresses().stream().map(c -> new FlangComponent(invocation, c)).toList();
  }

  /** Parts of a variable that are of a derived type, and cannot be copied byte by byte. */
  private static void forParts(FlangComponent component, long variable, LongConsumer action) {
    if (component.isPart() && !component.type().isPlain()) {
      component.elementsIn(variable).forEach(action);
    }
  }

  /** The memory of all allocatable components of a variable. */
  List<Long> allocated(long variable) {
    List<Long> all = new ArrayList<>();
    for (FlangComponent component : components()) {
      if (component.isAllocatable()) {
        Descriptor array = component.descriptorIn(variable);
        all.addAll(array.allocatedInElements());
        all.add(array.base());
      }
      forParts(component, variable, part -> all.addAll(component.type().allocated(part)));
    }
    return all;
  }

  /** The variable ends, or what was allocated in it was given back: nothing is allocated now. */
  void forgetAllocated(long variable) {
    for (FlangComponent component : components()) {
      if (component.isAllocatable()) {
        component.descriptorIn(variable).base(0);
      }
      forParts(component, variable, component.type()::forgetAllocated);
    }
  }

  /** The variable is a copy, byte by byte: its components become copies, too. */
  void copyComponents(long variable) {
    for (FlangComponent component : components()) {
      if (component.isAllocatable()) {
        copyArray(component, component.descriptorIn(variable));
      }
      forParts(component, variable, component.type()::copyComponents);
    }
  }

  private void copyArray(FlangComponent component, Descriptor array) {
    long old = array.base();
    if (old == 0) {
      return;
    }
    long bytes = array.elements() * array.elementSize();
    MachineAccess.loaded(invocation, old, bytes);
    array.allocate();
    memory.copy(array.base(), memory, old, bytes);
    if (component.isStructure() && !component.type().isPlain()) {
      array.addresses().forEach(component.type()::copyComponents);
    }
  }

  /** Gives the components of a new variable their initial values (Fortran 2018, 7.5.4.6). */
  void initialize(long variable) {
    if (!needsInitialization()) {
      return;
    }
    for (FlangComponent component : components()) {
      long value = component.initialValue();
      if (component.isAllocatable() || (component.isPointer() && value == 0)) {
        component.establishIn(variable);
      } else if (value != 0) {
        long place = component.placeIn(variable);
        MachineAccess.stored(invocation, place, component.size());
        memory.copy(place, memory, value, component.size());
      } else if (component.isPart()) {
        component.elementsIn(variable).forEach(component.type()::initialize);
      }
    }
  }
}
