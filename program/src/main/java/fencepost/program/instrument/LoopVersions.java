package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.flow.Expression;
import fencepost.program.flow.Loop;
import fencepost.program.flow.TripCount;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Constant;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.LoopCopy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/**
 * Loops in two versions. A loop that keeps checks gets a copy without any, and before both it is
 * asked once whether anything is watched of what those accesses can touch. Nothing may begin to be
 * watched meanwhile: so nothing in the loop synchronises, and the answer is always yes while there
 * are several threads.
 *
 * <p>What an access can touch at most must be known before the loop: addresses that move by a fixed
 * distance as often as the loop can go on at most, whether the access is executed each time or not;
 * or, wherever in it the address is, the whole of a global or local variable. How far a block of
 * the heap reaches is known to nobody: there the loop stays as it is.
 */
final class LoopVersions {
  private static final int MOST_INSTRUCTIONS = 300;
  private static final int MOST_QUESTIONS = 8;

  /** Loops of fewer iterations are not worth a question each time; perhaps the loop around is. */
  private static final int FEW_ITERATIONS = 16;

  private final LlvmModule llvm;
  private final Module module;
  private final RangeWriter ranges;
  private final Explanation explanation;
  private final boolean linkedWithRuntime;

  LoopVersions(
      LlvmModule llvm,
      Module module,
      RangeWriter ranges,
      Explanation explanation,
      boolean linkedWithRuntime) {
    this.llvm = llvm;
    this.module = module;
    this.ranges = ranges;
    this.explanation = explanation;
    this.linkedWithRuntime = linkedWithRuntime;
  }

  /**
   * An access or copy that was given a hook.
   *
   * @param range what is recorded before a loop instead; null if it is checked each time
   */
  record Hooked(Instruction instruction, @Nullable Range range) {}

  /** Whether any of so many bytes, repeated, is watched. */
  private record Question(Range reach, long size) {}

  /** Gives loops of a function, which has its hooks already, a version without them. */
  void write(RangeFinder finder, List<Hooked> hooks) {
    Set<Block> done = new HashSet<>();
    for (Loop loop : finder.loops()) {
      List<Hooked> inside = hooks.stream().filter(hook -> isInside(hook, loop)).toList();
      if (inside.stream().allMatch(hook -> hook.range != null)
          || loop.blocks().stream().anyMatch(done::contains)) {
        continue;
      }
      Set<Question> questions = new LinkedHashSet<>();
      String obstacle = obstacle(loop, finder, inside, questions);
      explanation.versions(loop, inside.get(0).instruction, obstacle);
      if (obstacle.isEmpty()) {
        copy(loop, questions);
        done.addAll(loop.blocks());
      }
    }
  }

  /** Whether a hook is executed in the loop; those of ranges are before the loops they tell of. */
  private static boolean isInside(Hooked hook, Loop loop) {
    return loop.contains(hook.instruction.block())
        && (hook.range == null
            || (hook.range.nest() != loop && loop.contains(hook.range.nest().header())));
  }

  /** Why a loop has one version; empty if it gets two, and then with what is to be asked. */
  private String obstacle(
      Loop loop, RangeFinder finder, List<Hooked> hooks, Set<Question> questions) {
    if (!finder.isUnsynchronised(loop)) {
      return "it may synchronise";
    }
    if (loop.preheader() == null
        || loop.preheader().terminator().opcode() != Opcode.BRANCH
        || !LoopCopy.isPossible(blocks(loop))) {
      return "it cannot be copied";
    }
    if (loop.blocks().stream().mapToInt(b -> b.instructions().size()).sum() > MOST_INSTRUCTIONS) {
      return "it is too large";
    }
    if (isShort(loop)) {
      return "it is short";
    }
    for (Hooked hook : hooks) {
      Question question = question(hook.instruction, finder, loop);
      if (question == null) {
        return "what it touches is not known before it";
      }
      questions.add(question);
    }
    return questions.size() > MOST_QUESTIONS ? "it touches too many things" : "";
  }

  static boolean isShort(Loop loop) {
    TripCount count = TripCount.atMost(loop);
    return count != null
        && count.first() instanceof Expression.Number first
        && count.bound() instanceof Constant.Number bound
        && Math.abs(bound.value() - first.value()) / Math.abs(count.step()) < FEW_ITERATIONS;
  }

  private @Nullable Question question(Instruction hooked, RangeFinder finder, Loop loop) {
    if (!(hooked instanceof Access access)) {
      return null;
    }
    Range reach = finder.reach(access.address(), access.block(), loop);
    return reach != null ? new Question(reach, access.size()) : object(access.address(), loop);
  }

  /** The variable that an address is in; null if it is in none whose size is known. */
  private @Nullable Question object(Value address, Loop loop) {
    Value base = address.root();
    if (base instanceof Constant.Address constant && !constant.anywhere()) {
      base = constant.base();
    }
    long size = loop.isInvariant(base) ? size(base) : 0;
    return size <= 0
        ? null
        : new Question(new Range(loop, new Expression.Known(base), List.of(), List.of()), size);
  }

  /** The bytes of a variable; 0 if unknown, or if another definition may take its place. */
  private long size(Value variable) {
    if (variable instanceof GlobalVariable global && global.defined() && !global.isAlias()) {
      int linkage = LLVMGetLinkage(Handles.value(module.handle(global)));
      boolean own = global.local() || (linkage == LLVMExternalLinkage && linkedWithRuntime);
      return own ? global.size() : 0;
    }
    return variable instanceof Instruction local
            && local.opcode() == Opcode.ALLOCA
            && local.operand(0) instanceof Constant.Number count
        ? count.value() * local.number()
        : 0;
  }

  private void copy(Loop loop, Set<Question> questions) {
    Block before = Objects.requireNonNull(loop.preheader());
    LLVMValueRef answer = null;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(llvm.context());
    LLVMPositionBuilderBefore(builder, Handles.value(before.terminator().handle()));
    for (Question question : questions) {
      LLVMValueRef next = ranges.ask(question.reach, question.size);
      answer = answer == null ? next : LLVMBuildOr(builder, answer, next, "");
    }
    LLVMBasicBlockRef preheader = Handles.block(before.handle());
    LoopCopy.make(llvm, preheader, Objects.requireNonNull(answer), blocks(loop), Hooks::isHook);
    LLVMDisposeBuilder(builder);
  }

  /** The blocks of a loop, its header first. */
  private static List<LLVMBasicBlockRef> blocks(Loop loop) {
    List<LLVMBasicBlockRef> blocks = new ArrayList<>();
    blocks.add(Handles.block(loop.header().handle()));
    loop.blocks().stream()
        .filter(block -> block != loop.header())
        .forEach(block -> blocks.add(Handles.block(block.handle())));
    return blocks;
  }
}
