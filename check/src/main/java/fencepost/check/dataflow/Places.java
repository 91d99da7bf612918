package fencepost.check.dataflow;

import fencepost.program.ir.Instruction;
import fencepost.program.ir.Location;
import fencepost.report.SourceNames;
import fencepost.report.SourcePlace;

/** Source places of instructions. */
final class Places {
  private Places() {}

  static SourcePlace of(Instruction instruction) {
    Location location = instruction.location();
    String function = function(instruction.block().function().name());
    return location == null
        ? new SourcePlace("", 0, function)
        : new SourcePlace(location.file(), location.line(), function);
  }

  /** As it is written in the source: flang puts letters in front that say what it is. */
  static String function(String name) {
    return name.equals("_QQmain")
        ? "main program"
        : SourceNames.inSource(name.replaceFirst("^_Q\\w*?P(?=[a-z])", ""));
  }

  /** For sentences. */
  static String text(SourcePlace place) {
    return place.isKnown() ? place.fileName() + ":" + place.line() : "in " + place.function();
  }
}
