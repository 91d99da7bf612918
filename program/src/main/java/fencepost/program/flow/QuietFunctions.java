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
 * Functions in which nothing is synchronised: an access may be recorded on either side of their
 * calls, and after them, if they come back.
 */
public final class QuietFunctions {
  private static final Pattern LIBRARY =
      Pattern.compile(
          "v?(f|s|sn)?printf|puts|putchar|fputs|fputc|putc|str(len|n?cmp|n?cpy|r?chr)|mem(cpy|move|set|cmp|chr)"
              + "|malloc|calloc|_Zn[wa][mj](St11align_val_t)?(RKSt9nothrow_t)?"
              + "|_ZNKSt8__detail20_Prime_rehash_policy\\w+|_ZSt(11_Hash_bytes|\\d\\d_Rb_tree_)\\w*|ato[ifl]l?|s?rand(om)?|drand48|MPI_Wtime|MPI_Wtick"
              + "|(sqrt|cbrt|fabs|pow|exp2?|expm1|log|log2|log10|log1p|a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh"
              + "|floor|ceil|round|l?lround|trunc|fmod|fmin|fmax|hypot|abs|labs|copysign|ldexp|frexp|erfc?|tgamma|lgamma)[fl]?");

  /** These free memory, or throw exceptions. */
  private static final Pattern LEAVING_LIBRARY =
      Pattern.compile(
          "free|realloc|_Zd[la]Pv\\w*|_ZSt\\d+__throw_\\w+|_ZNK?St7__cxx1112basic_string\\w+"
              + "|__cxa_(allocate_exception|free_exception|throw|rethrow|begin_catch|end_catch)"
              + "|_Unwind_Resume|__clang_call_terminate|_ZSt9terminatev");

  private static final Pattern LOUD_INTRINSIC =
      Pattern.compile("llvm\\.(eh\\.sjlj|trap|ubsantrap).*");

  private final Map<String, Function> byName = new HashMap<>();

  /** By what LLVM knows them by, which stays the same when a module is read again. */
  private final Set<Long> quiet = new HashSet<>();

  private final boolean comeBack;

  private QuietFunctions(List<Module> modules, boolean comeBack) {
    this.comeBack = comeBack;
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

  /** Functions that come back to where they were called, and free nothing. */
  public static QuietFunctions thatComeBack(List<Module> modules) {
    return new QuietFunctions(modules, true);
  }

  /** The same, and those that may end with an exception. */
  public static QuietFunctions thatMayThrow(List<Module> modules) {
    return new QuietFunctions(modules, false);
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
        : LIBRARY.matcher(name).matches() || (!comeBack && LEAVING_LIBRARY.matcher(name).matches());
  }
}
