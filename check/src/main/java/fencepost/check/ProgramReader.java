package fencepost.check;

import fencepost.check.machine.Image;
import fencepost.program.ir.Function;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.FlangFunctions;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.SwitchHooks;
import fencepost.program.llvm.Target;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * From bitcode to what the machine executes. Code is to be compiled at -O0, and only local
 * variables become values: stronger passes turn what is unknown into undefined values.
 */
public final class ProgramReader {
  private ProgramReader() {}

  /**
   * What a compiler made of one file.
   *
   * @param origin who wrote the file
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on as it was read
  public record Unit(String name, byte[] bitcode, Origin origin) {
    public Unit(String name, byte[] bitcode) {
      this(name, bitcode, Origin.PROGRAM);
    }
  }

  /** Where a file comes from. */
  public enum Origin {
    PROGRAM,
    /** The library of its language: what the program needs of it becomes a part of the program. */
    LANGUAGE,
    /** The capture library, which is executed with the program but is no part of it. */
    CAPTURE
  }

  /** Links the files of a program. */
  public static Module read(List<Unit> units) {
    List<Unit> program = of(units, Origin.PROGRAM);
    try (LlvmModule linked = LlvmModule.parse(program.get(0).bitcode, program.get(0).name);
        Target target = new Target(List.of())) {
      program.stream().skip(1).forEach(unit -> linked.link(unit.bitcode, unit.name));
      of(units, Origin.LANGUAGE).forEach(unit -> linked.linkNeeded(unit.bitcode, unit.name));
      FlangFunctions.placeEnds(linked);
      linked.run("function(mem2reg)", target);
      SwitchHooks.add(linked);
      return ModuleReader.read(linked);
    }
  }

  private static List<Unit> of(List<Unit> units, Origin origin) {
    return units.stream().filter(unit -> unit.origin == origin).toList();
  }

  public static Image image(List<Unit> units) {
    Module program = read(units);
    List<Unit> capture = of(units, Origin.CAPTURE);
    return capture.isEmpty() ? new Image(program) : new Image(program, capture(program, capture));
  }

  /** Of the capture library only what the program calls, and what that needs. */
  private static Module capture(Module program, List<Unit> units) {
    Set<String> called =
        program.functions().stream()
            .filter(function -> !function.defined())
            .map(Function::name)
            .filter(name -> !name.startsWith("llvm."))
            .collect(Collectors.toSet());
    String kept = called.stream().map(n -> "preserve-gv=" + n).collect(Collectors.joining(";"));
    try (LlvmModule linked = LlvmModule.parse(units.get(0).bitcode, units.get(0).name);
        Target target = new Target(List.of())) {
      for (Unit unit : units.subList(1, units.size())) {
        linked.linkWanted(unit.bitcode, unit.name, n -> n.startsWith("fp_") || called.contains(n));
      }
      linked.run("internalize<" + kept + ">,globaldce", target);
      return ModuleReader.read(linked);
    }
  }
}
