package fencepost.check.machine;

import java.util.Set;
import java.util.TreeSet;

/**
 * The search of {@code dynamic_cast} (Itanium C++ ABI, 2.9.7) among the base classes of a whole
 * object.
 *
 * <pre>
 *   in front of what the table pointer of an object points to:
 *     -16 distance to the whole object   -8 description of its type
 * </pre>
 */
final class DynamicCast {
  private final MachineProcess process;
  private final MachineMemory memory;
  private final long part;
  private final String from;
  private final String to;

  /** Where the wanted class is: anywhere in the object, and where it has the part. */
  private final Set<Long> anywhere = new TreeSet<>();

  private final Set<Long> aroundPart = new TreeSet<>();
  private boolean isPartPublic;

  DynamicCast(MachineProcess process, long part, long from, long to) {
    this.process = process;
    this.memory = process.memory;
    this.part = part;
    this.from = TypeDescriptions.name(process, from);
    this.to = TypeDescriptions.name(process, to);
  }

  /** 0 if the class is not there, not public, or not the only one. */
  long result() {
    long table = memory.load(part, 8);
    visit(memory.load(table - 8, 8), part + memory.load(table - 16, 8), 0);
    if (!aroundPart.isEmpty()) {
      return onlyOne(aroundPart);
    }
    return isPartPublic ? onlyOne(anywhere) : 0;
  }

  private static long onlyOne(Set<Long> places) {
    return places.size() == 1 ? places.iterator().next() : 0;
  }

  /**
   * @param around where the last object of the wanted class begins that this one is in; 0 if none
   */
  private void visit(long type, long object, long around) {
    String name = TypeDescriptions.name(process, type);
    long inside = around;
    if (name.equals(to)) {
      anywhere.add(object);
      inside = object;
    }
    if (object == part && name.equals(from)) {
      isPartPublic = true;
      if (inside != 0) {
        aroundPart.add(inside);
      }
    }
    long next = inside;
    new TypeDescriptions(process)
        .forPublicBases(type, object, (base, place) -> visit(base, place, next));
  }
}
