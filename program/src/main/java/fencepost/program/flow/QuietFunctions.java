package fencepost.program.flow;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Functions in which nothing is synchronised, and that come back: an access may be recorded on
 * either side of their calls.
 */
public final class QuietFunctions {
  private static final Pattern LIBRARY =
      Pattern.compile(
          "v?(f|s|sn)?printf|puts|putchar|fputs|fputc|putc|str(len|n?cmp|n?cpy|r?chr)|mem(cpy|move|set|cmp|chr)"
              + "|malloc|calloc|ato[ifl]l?|s?rand(om)?|drand48|MPI_Wtime|MPI_Wtick"
              + "|(sqrt|cbrt|fabs|pow|exp2?|expm1|log|log2|log10|log1p|a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh"
              + "|floor|ceil|round|l?lround|trunc|fmod|fmin|fmax|hypot|abs|labs|copysign|ldexp|frexp|erfc?|tgamma|lgamma)[fl]?");

  private static final Pattern LOUD_INTRINSIC =
      Pattern.compile("llvm\\.(eh\\.sjlj|trap|ubsantrap).*");

  private final Map<String, Function> byName = new HashMap<>();

  /** By what LLVM knows them by, which stays the same when a module is read again. */
  private final Set<Long> quiet = new HashSet<>();

  public QuietFunctions(List<Module> modules) {
    Set<String> several = new HashSet<>();
    for (Module module : modules) {
      module
          .definedFunctions()
          .filter(f -> !f.local())
          .forEach(
              f -> {
                if (byName.put(f.name(), f) != null) {
                  several.add(f.name());
                }
              });
      module.definedFunctions().forEach(f -> quiet.add(f.handle()));
    }
    several.forEach(byName::remove);
    List<Function> rest = new ArrayList<>();
    modules.forEach(module -> module.definedFunctions().forEach(rest::add));
    // What calls something loud is loud.
    while (rest.removeIf(
        f -> !f.instructions().allMatch(this::isQuiet) && quiet.remove(f.handle()))) {}
  }

  /** Whether nothing is synchronised by an instruction. */
  public boolean isQuiet(Instruction instruction) {
    if (instruction instanceof Access access) {
      return !access.atomic();
    }
    return instruction.opcode() != Opcode.MEMORY_FENCE
        && !(instruction instanceof Call call && !isQuietCall(call));
  }

  private boolean isQuietCall(Call call) {
    if (call.callee() instanceof Constant.Assembler || !(call.callee() instanceof GlobalObject)) {
      return false;
    }
    return call.target() != null && isQuiet(call.target());
  }

  /** The functions of a module, defined or not, whose calls are quiet. */
  public List<String> in(Module module) {
    return module.functions().stream().filter(this::isQuiet).map(Function::name).toList();
  }

  private boolean isQuiet(Function target) {
    Function definition = target.defined() ? target : byName.get(target.name());
    if (definition != null) {
      return quiet.contains(definition.handle());
    }
    String name = target.name();
    return name.startsWith("llvm.")
        ? !LOUD_INTRINSIC.matcher(name).matches()
        : LIBRARY.matcher(name).matches();
  }
}
