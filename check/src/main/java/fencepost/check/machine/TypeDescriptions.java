package fencepost.check.machine;

import fencepost.program.ir.GlobalVariable;
import java.util.Map;

/** The descriptions of types that a C++ compiler makes (Itanium C++ ABI, 2.9.5). */
final class TypeDescriptions {
  private static final String STANDARD = "_ZTISt";
  private static final int IS_VIRTUAL = 1;
  private static final int IS_PUBLIC = 2;

  /** The exceptions of the standard library, whose descriptions are not in the program. */
  private static final Map<String, String> STANDARD_BASES =
      Map.ofEntries(
          Map.entry("11logic_error", "9exception"),
          Map.entry("13runtime_error", "9exception"),
          Map.entry("9bad_alloc", "9exception"),
          Map.entry("8bad_cast", "9exception"),
          Map.entry("10bad_typeid", "9exception"),
          Map.entry("12domain_error", "11logic_error"),
          Map.entry("16invalid_argument", "11logic_error"),
          Map.entry("12length_error", "11logic_error"),
          Map.entry("12out_of_range", "11logic_error"),
          Map.entry("11range_error", "13runtime_error"),
          Map.entry("14overflow_error", "13runtime_error"),
          Map.entry("15underflow_error", "13runtime_error"),
          Map.entry("12system_error", "13runtime_error"));

  private final MachineProcess process;

  TypeDescriptions(MachineProcess process) {
    this.process = process;
  }

  static String name(MachineProcess process, long description) {
    GlobalVariable variable = process.machine().image().variableAt(description);
    return variable == null ? "" : variable.name();
  }

  /** Whether a type is another one or derived from it. */
  boolean isA(String type, long wanted) {
    String name = name(process, wanted);
    return type.equals(name) || isDerived(type, wanted, name);
  }

  private boolean isDerived(String type, long wanted, String name) {
    if (type.startsWith(STANDARD)) {
      String base = STANDARD_BASES.get(type.substring(STANDARD.length()));
      return base != null && isA(STANDARD + base, wanted);
    }
    long description = process.machine().image().addressOfVariable(type);
    if (description == 0) {
      return false;
    }
    String kind = name(process, process.memory.load(description, 8));
    if (kind.contains("__si_class_type_info")) {
      return isA(name(process, process.memory.load(description + 16, 8)), wanted);
    } else if (kind.contains("__vmi_class_type_info")) {
      return hasBase(description, wanted, name);
    }
    return false;
  }

  /** Told of a base class: its description, and where it is in an object. */
  interface Base {
    void at(long description, long place);
  }

  /** The public base classes of an object of a type. */
  void forPublicBases(long type, long object, Base action) {
    if (name(process, type).startsWith(STANDARD)) {
      return; // their descriptions are not in the program
    }
    MachineMemory memory = process.memory;
    String kind = name(process, memory.load(type, 8));
    if (kind.contains("__si_class_type_info")) {
      action.at(memory.load(type + 16, 8), object);
    } else if (kind.contains("__vmi_class_type_info")) {
      int count = memory.integer(type + 20);
      for (int i = 0; i < count; i++) {
        long base = type + 24 + 16L * i;
        long flags = memory.load(base + 8, 8);
        long distance = flags >> 8;
        if ((flags & IS_VIRTUAL) != 0) {
          distance = memory.load(memory.load(object, 8) + distance, 8);
        }
        if ((flags & IS_PUBLIC) != 0) {
          action.at(memory.load(base, 8), object + distance);
        }
      }
    }
  }

  private boolean hasBase(long description, long wanted, String name) {
    int count = process.memory.integer(description + 20);
    for (int i = 0; i < count; i++) {
      long base = description + 24 + 16L * i;
      if (isA(name(process, process.memory.load(base, 8)), wanted)) {
        if (process.memory.load(base + 8, 8) >> 8 != 0) {
          throw Halt.unmodelled("an exception that is caught as " + name + ", its second base");
        }
        return true;
      }
    }
    return false;
  }
}
