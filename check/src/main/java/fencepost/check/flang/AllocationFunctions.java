package fencepost.check.flang;

import fencepost.check.machine.Invocation;
import java.util.List;

/** Allocatable variables and pointers. */
final class AllocationFunctions {
  private AllocationFunctions() {}

  static void addTo(FlangLibrary library) {
    for (String kind : List.of("Allocatable", "Pointer")) {
      library.add(
          kind + "SetBounds",
          i -> Descriptor.argument(i, 0).bounds(i.integer(1), i.argument(2), i.argument(3)));
      library.add(
          kind + "Allocate",
          i -> {
            Descriptor made = Descriptor.argument(i, 0);
            made.allocate();
            made.initialize();
            i.returns(0);
          });
      library.add(kind + "AllocateSource", AllocationFunctions::allocateCopy);
      library.add(
          List.of(kind + "Deallocate", kind + "DeallocateNoFinal"),
          i -> {
            boolean allocated = Descriptor.argument(i, 0).base() != 0;
            Descriptor.argument(i, 0).free();
            i.returns(allocated ? 0 : 1);
          });
    }
    library.add(
        "MoveAlloc",
        i -> {
          Descriptor to = Descriptor.argument(i, 0);
          Descriptor from = Descriptor.argument(i, 1);
          to.free();
          to.copyFrom(from);
          from.base(0);
          i.returns(0);
        });
    library.add("PointerIsAssociated", i -> i.returns(Descriptor.argument(i, 0).base() != 0));
    library.add("PointerIsAssociatedWith", AllocationFunctions::isAssociatedWith);
    library.add("PointerAssociateScalar", i -> Descriptor.argument(i, 0).base(i.argument(1)));
    library.add(
        "PointerAssociate", i -> Descriptor.argument(i, 0).copyFrom(Descriptor.argument(i, 1)));
  }

  private static void allocateCopy(Invocation i) {
    Descriptor made = Descriptor.argument(i, 0);
    Descriptor source = Descriptor.argument(i, 1);
    made.allocate();
    made.assignElements(source);
    i.returns(0);
  }

  private static void isAssociatedWith(Invocation i) {
    Descriptor pointer = Descriptor.argument(i, 0);
    Descriptor target = Descriptor.argument(i, 1);
    i.returns(
        pointer.base() != 0
            && i.argument(1) != 0
            && pointer.base() == target.base()
            && pointer.elements() > 0
            && pointer.addresses().equals(target.addresses()));
  }
}
