package fencepost.program.instrument;

import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.Target;
import java.nio.file.Path;
import java.util.List;

/** A whole program on its way from bitcode to instrumented objects. */
public final class FastProgram {
  private static final String SIMPLIFY = "function(sroa,early-cse,simplifycfg)";

  private FastProgram() {}

  /**
   * What was compiled in one go.
   *
   * @param command what the compiler proper was told
   * @param object where the instrumented object is to go
   */
  public record Unit(String name, byte[] bitcode, List<String> command, Path object) {}

  /** Instruments the program, and writes its objects. */
  public static void instrument(List<Unit> units) {
    for (Unit unit : units) {
      try (LlvmModule module = LlvmModule.parse(unit.bitcode, unit.name);
          Target target = new Target(unit.command)) {
        module.run(SIMPLIFY, target);
        try (Instrumenter instrumenter = new Instrumenter(module)) {
          instrumenter.run();
        }
        module.verify();
        module.run("default<" + target.level() + ">", target);
        module.emit(unit.object, target);
      }
    }
  }
}
