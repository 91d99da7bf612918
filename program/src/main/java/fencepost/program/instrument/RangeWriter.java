package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.flow.Expression;
import fencepost.program.flow.TripCount;
import fencepost.program.instrument.Hooks.Repetition;
import fencepost.program.instrument.Range.Condition;
import fencepost.program.instrument.Range.Dimension;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.IrType;
import fencepost.program.ir.Module;
import fencepost.program.ir.Value;
import fencepost.program.llvm.Handles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Writes down, before a loop nest, what an access in it will touch. */
final class RangeWriter {
  private final Module module;
  private final Hooks hooks;

  /**
   * What is asked may depend on values that the loop does not use after all, so that they may be
   * undefined, and on counts that are far larger than what is executed.
   */
  private boolean asking;

  private static final long MOST_ITERATIONS = 1L << 60;

  RangeWriter(Module module, Hooks hooks) {
    this.module = module;
    this.hooks = hooks;
  }

  void write(Access access, Range range, String variable) {
    Block preheader = Objects.requireNonNull(range.nest().preheader());
    LLVMValueRef end = Handles.value(preheader.terminator().handle());
    LLVMBuilderRef builder = hooks.before(end, Handles.value(access.handle()), variable);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetTypeContext(hooks.word()), 0);
    LLVMValueRef start = LLVMBuildIntToPtr(builder, number(builder, range.start()), pointer, "");
    LLVMValueRef size = hooks.number(access.size());
    hooks.range(access.writes(), start, size, loops(builder, range));
  }

  /** Asks, before a loop, whether anything is watched of what it can touch; the answer is a bit. */
  LLVMValueRef ask(Range reach, long size) {
    Block preheader = Objects.requireNonNull(reach.nest().preheader());
    LLVMValueRef end = Handles.value(preheader.terminator().handle());
    LLVMBuilderRef builder = hooks.before(end);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetTypeContext(hooks.word()), 0);
    asking = true;
    LLVMValueRef start = LLVMBuildIntToPtr(builder, number(builder, reach.start()), pointer, "");
    LLVMValueRef answer = hooks.reaches(start, hooks.number(size), loops(builder, reach));
    asking = false;
    return answer;
  }

  private List<Repetition> loops(LLVMBuilderRef builder, Range range) {
    List<Repetition> loops = new ArrayList<>();
    for (Dimension dimension : range.dimensions()) {
      LLVMValueRef count = count(builder, dimension.count());
      loops.add(new Repetition(count, number(builder, dimension.stride())));
    }
    if (!range.conditions().isEmpty() && loops.isEmpty()) {
      loops.add(new Repetition(hooks.number(1), hooks.number(0)));
    }
    for (Condition condition : range.conditions()) {
      LLVMValueRef value = value(builder, condition.value());
      LLVMValueRef count = loops.get(0).count();
      LLVMValueRef none = hooks.number(0);
      LLVMValueRef conditional =
          condition.expected()
              ? LLVMBuildSelect(builder, value, count, none, "")
              : LLVMBuildSelect(builder, value, none, count, "");
      loops.set(0, new Repetition(conditional, loops.get(0).stride()));
    }
    return loops;
  }

  private LLVMValueRef value(LLVMBuilderRef builder, Value value) {
    LLVMValueRef known = Handles.value(module.handle(value));
    return asking ? LLVMBuildFreeze(builder, known, "") : known;
  }

  private LLVMValueRef number(LLVMBuilderRef builder, Expression expression) {
    if (expression instanceof Expression.Number number) {
      return hooks.number(number.value());
    } else if (expression instanceof Expression.Known known) {
      return word(builder, known.value());
    } else if (expression instanceof Expression.Sum sum) {
      return LLVMBuildAdd(builder, number(builder, sum.left()), number(builder, sum.right()), "");
    } else if (expression instanceof Expression.Product product) {
      return LLVMBuildMul(
          builder, number(builder, product.left()), number(builder, product.right()), "");
    }
    throw new IllegalStateException("" + expression);
  }

  private LLVMValueRef word(LLVMBuilderRef builder, Value value) {
    IrType type = value.type();
    if (type.isPointer()) {
      return LLVMBuildPtrToInt(builder, value(builder, value), hooks.word(), "");
    }
    LLVMValueRef known = value(builder, value);
    return type.size() < 8 ? LLVMBuildSExt(builder, known, hooks.word(), "") : known;
  }

  /** One, and one for every time that the loop goes on. */
  private LLVMValueRef count(LLVMBuilderRef builder, TripCount count) {
    LLVMTypeRef type = LLVMTypeOf(Handles.value(module.handle(count.bound())));
    LLVMValueRef first = extend(builder, number(builder, count.first()), type, count.signed());
    LLVMValueRef bound = extend(builder, word(builder, count.bound()), type, count.signed());
    if (count.relation() == Relation.EQUAL) {
      LLVMValueRef equal = LLVMBuildICmp(builder, LLVMIntEQ, first, bound, "");
      return LLVMBuildSelect(builder, equal, hooks.number(2), hooks.number(1), "");
    }
    boolean upwards = count.step() > 0;
    LLVMValueRef low = upwards ? first : bound;
    LLVMValueRef high = upwards ? bound : first;
    LLVMValueRef distance = LLVMBuildSub(builder, high, low, "");
    if (count.relation() == Relation.UNEQUAL) {
      distance = extend(builder, distance, type, false);
    }
    if (asking) {
      LLVMValueRef most = hooks.number(MOST_ITERATIONS);
      LLVMValueRef isMore = LLVMBuildICmp(builder, LLVMIntUGT, distance, most, "");
      distance = LLVMBuildSelect(builder, isMore, most, distance, "");
    }
    LLVMValueRef step = hooks.number(Math.abs(count.step()));
    LLVMValueRef again;
    if (count.relation() == Relation.UNEQUAL) {
      again = LLVMBuildUDiv(builder, distance, step, "");
    } else {
      long round = Math.abs(count.step()) - (count.inclusive() ? 0 : 1);
      LLVMValueRef up = LLVMBuildAdd(builder, distance, hooks.number(round), "");
      LLVMValueRef times = LLVMBuildUDiv(builder, up, step, "");
      int relation =
          count.signed()
              ? (count.inclusive() ? LLVMIntSLE : LLVMIntSLT)
              : (count.inclusive() ? LLVMIntULE : LLVMIntULT);
      LLVMValueRef goesOn = LLVMBuildICmp(builder, relation, low, high, "");
      again = LLVMBuildSelect(builder, goesOn, times, hooks.number(0), "");
    }
    return LLVMBuildAdd(builder, again, hooks.number(1), "");
  }

  /** What a word is as a number of another type. */
  private LLVMValueRef extend(
      LLVMBuilderRef builder, LLVMValueRef number, LLVMTypeRef type, boolean signed) {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) >= 64) {
      return number;
    }
    LLVMValueRef narrow = LLVMBuildTrunc(builder, number, type, "");
    return signed
        ? LLVMBuildSExt(builder, narrow, hooks.word(), "")
        : LLVMBuildZExt(builder, narrow, hooks.word(), "");
  }
}
