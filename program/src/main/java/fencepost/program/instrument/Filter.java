package fencepost.program.instrument;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.Exposure;
import fencepost.program.pointsto.PointsTo;
import java.util.List;

/**
 * Which accesses can race at all: those of memory that others may access. What others only read may
 * be loaded.
 */
final class Filter {
  private final PointsTo pointsTo;

  Filter(PointsTo pointsTo) {
    this.pointsTo = pointsTo;
  }

  Sides sides(Instruction instruction) {
    if (instruction instanceof Access access) {
      return new Sides(
          access.reads() && matters(access.address(), access.size(), false),
          access.writes() && matters(access.address(), access.size(), true));
    }
    MemoryFunction function = instruction instanceof Call call ? MemoryFunction.of(call) : null;
    if (function == null) {
      return Sides.NONE;
    }
    List<Value> arguments = ((Call) instruction).arguments();
    long size = arguments.get(2) instanceof Constant.Number n ? n.value() : Long.MAX_VALUE;
    return new Sides(
        function.copies() && matters(arguments.get(1), size, false),
        matters(arguments.get(0), size, true));
  }

  private boolean matters(Value address, long size, boolean store) {
    Exposure exposure = pointsTo.exposure(address, size);
    return exposure == Exposure.WRITTEN || (store && exposure == Exposure.READ);
  }
}
