package fencepost.check;

import fencepost.check.machine.Image;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.Target;
import java.util.List;

/**
 * From bitcode to what the machine executes. Code is to be compiled at -O0, and only local
 * variables become values: stronger passes turn what is unknown into undefined values.
 */
public final class ProgramReader {
  private ProgramReader() {}

  /** What a compiler made of one file. */
  @SuppressWarnings("ArrayRecordComponent") // handed on as it was read
  public record Unit(String name, byte[] bitcode) {}

  /** Links the files of a program. */
  public static Module read(List<Unit> units) {
    try (LlvmModule linked = LlvmModule.parse(units.get(0).bitcode, units.get(0).name);
        Target target = new Target(List.of())) {
      units.stream().skip(1).forEach(unit -> linked.link(unit.bitcode, unit.name));
      linked.run("function(mem2reg)", target);
      return ModuleReader.read(linked);
    }
  }

  public static Image image(List<Unit> units) {
    return new Image(read(units));
  }
}
