package fencepost.program.instrument;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.Exposure;
import fencepost.program.pointsto.PointsTo;

/**
 * Which accesses can race at all: those of memory that others may access. What others only read may
 * be loaded.
 */
final class Filter {
  private final PointsTo pointsTo;

  Filter(PointsTo pointsTo) {
    this.pointsTo = pointsTo;
  }

  boolean matters(Instruction instruction) {
    if (instruction instanceof Access access) {
      return (access.writes() && matters(access.address(), access.size(), true))
          || (access.reads() && matters(access.address(), access.size(), false));
    }
    if (instruction instanceof Call call) {
      MemoryFunction function = MemoryFunction.of(call);
      return function != null
          && (matters(call.arguments().get(0), Long.MAX_VALUE, true)
              || (function.copies() && matters(call.arguments().get(1), Long.MAX_VALUE, false)));
    }
    return false;
  }

  private boolean matters(Value address, long size, boolean store) {
    Exposure exposure = pointsTo.exposure(address, size);
    return exposure == Exposure.WRITTEN || (store && exposure == Exposure.READ);
  }
}
