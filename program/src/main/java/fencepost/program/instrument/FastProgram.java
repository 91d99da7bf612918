package fencepost.program.instrument;

import fencepost.program.flow.QuietFunctions;
import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.FlangFunctions;
import fencepost.program.llvm.FortranArithmetic;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.OptionalErrors;
import fencepost.program.llvm.Target;
import fencepost.program.pointsto.PointsTo;
import fencepost.program.pointsto.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A whole program on its way from bitcode to instrumented objects.
 *
 * <ol>
 *   <li>Every module is simplified: variables become values, small functions are inlined, but not
 *       those whose local variables others may access.
 *   <li>All of them together are asked which accesses can race; those are marked.
 *   <li>LLVM brings the loops into shape, and takes out of them what does not change.
 *   <li>Hooks are put in front of marked accesses, or in front of their loops.
 *   <li>The optimiser does what the user has asked for.
 * </ol>
 */
public final class FastProgram implements AutoCloseable {
  private static final Pattern STARTS_THREADS =
      Pattern.compile("__kmpc_fork_.*|pthread_create|thrd_create|_ZNSt6thread15_M_start_thread.*");

  /** What headers define and nobody uses in a module, its compiler drops as well. */
  private static final String DROP_UNUSED = "globaldce";

  private static final String SIMPLIFY =
      DROP_UNUSED + ",function(sroa,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg)";
  private static final String INLINE = "cgscc(inline)," + SIMPLIFY;
  private static final String SHAPE_LOOPS =
      "function(loop-simplify,lcssa,loop-mssa(loop-rotate,licm),instcombine<no-verify-fixpoint>,simplifycfg,"
          + "early-cse<memssa>,loop-simplify,lcssa,loop-mssa(licm),loop(indvars),"
          + "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop-mssa(licm))";

  private static final long MOST_STEPS = 400_000_000;

  /** So many steps are worth the greater precision of following functions by their calls. */
  private static final long MOST_STEPS_BY_CALLS = 50_000_000;

  private final List<Part> parts = new ArrayList<>();
  private final boolean amongThreads;
  private boolean tooLarge;
  private final Explanation explanation = new Explanation();
  private final @Nullable Objects kept;

  /** Instrumented objects of earlier links, by all that they are made of. */
  public interface Objects {
    /** Copies an object to a file; false if there is none. */
    boolean fetch(String content, Path object);

    void keep(String content, Path object);

    /** Called when all are kept. */
    void makeRoom();
  }

  /**
   * What was compiled in one go.
   *
   * @param command what the compiler proper was told
   * @param object where the instrumented object is to go
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on as it was read
  public record Unit(String name, byte[] bitcode, List<String> command, Path object) {}

  private record Part(Unit unit, LlvmModule llvm, Target target, Marks marks) {}

  /** A program whose objects are all made, so that each access can be explained. */
  public FastProgram(List<Unit> units) {
    this(units, null, false);
  }

  /**
   * A program of which only the objects are made that were not kept; nothing is explained.
   *
   * @param kept the objects of earlier links; null to make all, and explain each access
   * @param amongThreads whether races of the threads of a process matter that no remote operation
   *     has a part in
   */
  public FastProgram(List<Unit> units, @Nullable Objects kept, boolean amongThreads) {
    this.kept = kept;
    this.amongThreads = amongThreads;
    for (Unit unit : units) {
      LlvmModule llvm = LlvmModule.parse(unit.bitcode, unit.name);
      parts.add(new Part(unit, llvm, new Target(unit.command), new Marks(llvm)));
    }
  }

  /** Instruments the program, and writes its objects. */
  public Explanation instrument(Surroundings surroundings) {
    inParallel(FastProgram::simplify);
    markScopes(surroundings);
    inParallel(FastProgram::inline);
    List<Module> modules = filter(surroundings);
    WholeProgram program =
        new WholeProgram(
            QuietFunctions.thatComeBack(modules),
            QuietFunctions.thatMayThrow(modules),
            !surroundings.shared(),
            mayHaveThreads(modules, surroundings));
    IntStream.range(0, parts.size())
        .parallel()
        .forEach(i -> finish(parts.get(i), modules.get(i), program));
    if (kept != null) {
      kept.makeRoom();
    }
    return explanation;
  }

  /** Modules have nothing in common: each is in a context of its own. */
  private void inParallel(Consumer<Part> work) {
    parts.parallelStream().forEach(work);
  }

  private static void simplify(Part part) {
    part.marks.forbidSpeculation(true);
    if (part.target.fortran()) {
      FortranArithmetic.apply(part.llvm);
      OptionalErrors.supply(part.llvm);
      FlangFunctions.placeEnds(part.llvm);
      FlangFunctions.inline(part.llvm, part.target);
    }
    part.llvm.run(SIMPLIFY, part.target);
  }

  private static void inline(Part part) {
    if (part.target.level().matches("O[23]")) {
      part.llvm.run(INLINE, part.target);
    }
  }

  private void markScopes(Surroundings surroundings) {
    List<Module> modules = read();
    PointsTo pointsTo = pointsTo(modules, surroundings, false, false);
    for (int i = 0; i < parts.size(); i++) {
      LlvmModule llvm = parts.get(i).llvm;
      modules.get(i).definedFunctions().forEach(f -> Scopes.mark(llvm, f, pointsTo));
    }
  }

  /** What is known of the pointers of the program; once it was too large, nothing. */
  private PointsTo pointsTo(
      List<Module> modules, Surroundings surroundings, boolean byCalls, boolean threads) {
    if (tooLarge) {
      return new PointsTo(List.of(), surroundings);
    }
    if (byCalls) {
      PointsTo precise = new PointsTo(modules, surroundings, MOST_STEPS_BY_CALLS, true, threads);
      if (!precise.gaveUp()) {
        return precise;
      }
    }
    PointsTo pointsTo = new PointsTo(modules, surroundings, MOST_STEPS, false, threads);
    tooLarge = pointsTo.gaveUp();
    return pointsTo;
  }

  /** Whether the program is too large for the filter, so that every load and store is checked. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  private List<Module> read() {
    return parts.parallelStream().map(part -> ModuleReader.read(part.llvm)).toList();
  }

  private List<Module> filter(Surroundings surroundings) {
    VariableNames names = new VariableNames();
    parts.forEach(part -> names.read(part.llvm));
    List<Module> modules = read();
    PointsTo pointsTo = pointsTo(modules, surroundings, true, amongThreads);
    Filter filter = new Filter(pointsTo);
    for (int i = 0; i < parts.size(); i++) {
      Marks marks = parts.get(i).marks;
      modules
          .get(i)
          .definedFunctions()
          .flatMap(Function::instructions)
          .filter(FastProgram::accessesMemory)
          .forEach(
              instruction -> {
                Sides sides = filter.sides(instruction);
                if (kept == null) {
                  explanation.considered(instruction, sides, pointsTo);
                }
                if (sides.any()) {
                  String variable =
                      instruction instanceof Access access
                          ? names.of(access.address(), pointsTo)
                          : "";
                  marks.mark(instruction, sides, variable);
                }
              });
    }
    return modules;
  }

  private static boolean accessesMemory(Instruction instruction) {
    return instruction instanceof Access
        || (instruction instanceof Call call && MemoryFunction.of(call) != null);
  }

  /** Whether the program starts threads itself, or somebody else may who calls it. */
  private static boolean mayHaveThreads(List<Module> modules, Surroundings surroundings) {
    return surroundings.open()
        || !surroundings.functionsOfOthers().isEmpty()
        || modules.stream()
            .flatMap(module -> module.functions().stream())
            .anyMatch(function -> STARTS_THREADS.matcher(function.name()).matches());
  }

  /**
   * Makes the object of a module, or takes the one that was made of the same: of the marked module,
   * its command, and what is known of the functions that it calls.
   */
  private void finish(Part part, Module marked, WholeProgram program) {
    String content = "";
    if (kept != null) {
      content = List.of(part.llvm.digest(), part.unit.command, program.seenFrom(marked)).toString();
      if (kept.fetch(content, part.unit.object)) {
        return;
      }
    }
    make(part, program);
    if (kept != null) {
      kept.keep(content, part.unit.object);
    }
  }

  private void make(Part part, WholeProgram program) {
    part.llvm.run(SHAPE_LOOPS, part.target);
    part.marks.forbidSpeculation(false);
    Module module = ModuleReader.read(part.llvm);
    Unmergeable.apply(part.llvm, module);
    try (Instrumenter instrumenter =
        new Instrumenter(part.llvm, module, part.marks, program, explanation)) {
      instrumenter.run();
    }
    part.llvm.verify();
    part.llvm.run("default<" + part.target.level() + ">", part.target);
    part.llvm.emit(part.unit.object, part.target);
  }

  @Override
  public void close() {
    parts.forEach(part -> part.llvm.close());
    parts.forEach(part -> part.target.close());
  }
}
