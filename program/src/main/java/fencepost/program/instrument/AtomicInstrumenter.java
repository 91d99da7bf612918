package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Access;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import java.util.Map;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Replaces atomic instructions by calls of the functions of {@code capture/hooks.c} that do the
 * same, and record what it orders: the names are those that compilers use for code that is built
 * for the thread sanitizer.
 */
final class AtomicInstrumenter {
  private static final int RELAXED = 0;

  /** The memory orders of LLVM, as the numbers of C. */
  private static final Map<Integer, Integer> ORDERS =
      Map.of(
          LLVMAtomicOrderingAcquire, 2,
          LLVMAtomicOrderingRelease, 3,
          LLVMAtomicOrderingAcquireRelease, 4,
          LLVMAtomicOrderingSequentiallyConsistent, 5);

  private static final Map<Integer, String> UPDATES =
      Map.of(
          LLVMAtomicRMWBinOpXchg, "exchange",
          LLVMAtomicRMWBinOpAdd, "fetch_add",
          LLVMAtomicRMWBinOpSub, "fetch_sub",
          LLVMAtomicRMWBinOpAnd, "fetch_and",
          LLVMAtomicRMWBinOpNand, "fetch_nand",
          LLVMAtomicRMWBinOpOr, "fetch_or",
          LLVMAtomicRMWBinOpXor, "fetch_xor");

  private final LlvmModule module;
  private final LLVMContextRef context;

  AtomicInstrumenter(LlvmModule module) {
    this.module = module;
    this.context = module.context();
  }

  /** Whether it is atomic, and of a size that there are functions for. */
  static boolean knows(Access access) {
    return access.atomic() && Long.bitCount(access.size()) == 1 && access.size() <= 16;
  }

  /** Updates of floating-point numbers, minima and the like have no function. */
  private static boolean hasFunction(Access access, LLVMValueRef value) {
    return access.opcode() != Opcode.UPDATE || UPDATES.containsKey(LLVMGetAtomicRMWBinOp(value));
  }

  void replace(Instruction instruction) {
    LLVMValueRef value = Handles.value(instruction.handle());
    if (instruction instanceof Access access && knows(access)) {
      if (hasFunction(access, value)) {
        replace(access, value);
      } else {
        recordInFrontOf(access, value);
      }
    } else if (instruction.opcode() == Opcode.MEMORY_FENCE
        && LLVMIsAtomicSingleThread(value) == 0) {
      LLVMBuilderRef builder = before(value);
      LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
      call(builder, "__tsan_atomic_thread_fence", nothing, order(LLVMGetOrdering(value)));
      LLVMDisposeBuilder(builder);
      LLVMInstructionEraseFromParent(value);
    }
  }

  /** An update that changes nothing is recorded as this one should be. */
  private void recordInFrontOf(Access access, LLVMValueRef value) {
    LLVMBuilderRef builder = before(value);
    LLVMTypeRef number = LLVMIntTypeInContext(context, 8 * (int) access.size());
    call(
        builder,
        "__tsan_atomic" + 8 * access.size() + "_fetch_or",
        number,
        LLVMGetOperand(value, 0),
        LLVMConstNull(number),
        order(LLVMGetOrdering(value)));
    LLVMDisposeBuilder(builder);
  }

  private void replace(Access access, LLVMValueRef value) {
    LLVMBuilderRef builder = before(value);
    LLVMTypeRef number = LLVMIntTypeInContext(context, 8 * (int) access.size());
    String prefix = "__tsan_atomic" + 8 * access.size() + "_";
    switch (access.opcode()) {
      case LOAD -> {
        LLVMValueRef address = LLVMGetOperand(value, 0);
        LLVMValueRef loaded =
            call(builder, prefix + "load", number, address, order(LLVMGetOrdering(value)));
        LLVMReplaceAllUsesWith(value, as(builder, loaded, LLVMTypeOf(value)));
      }
      case STORE -> {
        LLVMValueRef stored = asNumber(builder, LLVMGetOperand(value, 0), number);
        call(
            builder,
            prefix + "store",
            LLVMVoidTypeInContext(context),
            LLVMGetOperand(value, 1),
            stored,
            order(LLVMGetOrdering(value)));
      }
      case UPDATE -> {
        String name = prefix + UPDATES.get(LLVMGetAtomicRMWBinOp(value));
        LLVMValueRef operand = asNumber(builder, LLVMGetOperand(value, 1), number);
        LLVMValueRef old =
            call(
                builder,
                name,
                number,
                LLVMGetOperand(value, 0),
                operand,
                order(LLVMGetOrdering(value)));
        LLVMReplaceAllUsesWith(value, as(builder, old, LLVMTypeOf(value)));
      }
      default -> exchange(builder, value, prefix, number);
    }
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(value);
  }

  /** The old value, and whether it was the expected one. */
  private void exchange(
      LLVMBuilderRef builder, LLVMValueRef value, String prefix, LLVMTypeRef number) {
    LLVMValueRef expected = asNumber(builder, LLVMGetOperand(value, 1), number);
    LLVMValueRef wanted = asNumber(builder, LLVMGetOperand(value, 2), number);
    LLVMValueRef old =
        call(
            builder,
            prefix + "compare_exchange_val",
            number,
            LLVMGetOperand(value, 0),
            expected,
            wanted,
            order(LLVMGetCmpXchgSuccessOrdering(value)),
            order(LLVMGetCmpXchgFailureOrdering(value)));
    LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, old, expected, "");
    LLVMTypeRef pair = LLVMTypeOf(value);
    LLVMValueRef typed = as(builder, old, LLVMStructGetTypeAtIndex(pair, 0));
    LLVMValueRef first = LLVMBuildInsertValue(builder, LLVMGetUndef(pair), typed, 0, "");
    LLVMReplaceAllUsesWith(value, LLVMBuildInsertValue(builder, first, same, 1, ""));
  }

  private LLVMBuilderRef before(LLVMValueRef instruction) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
    return builder;
  }

  private LLVMValueRef order(int ordering) {
    return LLVMConstInt(LLVMInt32TypeInContext(context), ORDERS.getOrDefault(ordering, RELAXED), 0);
  }

  private static LLVMValueRef asNumber(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef to) {
    boolean pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    return pointer
        ? LLVMBuildPtrToInt(builder, value, to, "")
        : LLVMBuildBitCast(builder, value, to, "");
  }

  private static LLVMValueRef as(LLVMBuilderRef builder, LLVMValueRef number, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind
        ? LLVMBuildIntToPtr(builder, number, type, "")
        : LLVMBuildBitCast(builder, number, type, "");
  }

  private LLVMValueRef call(
      LLVMBuilderRef builder, String name, LLVMTypeRef result, LLVMValueRef... arguments) {
    LLVMTypeRef[] types = new LLVMTypeRef[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = LLVMTypeOf(arguments[i]);
    }
    LLVMTypeRef type = LLVMFunctionType(result, new PointerPointer<>(types), arguments.length, 0);
    LLVMValueRef function = LLVMGetNamedFunction(module.module(), name);
    if (!Handles.present(function)) {
      function = LLVMAddFunction(module.module(), name, type);
    }
    LLVMValueRef made =
        LLVMBuildCall2(
            builder, type, function, new PointerPointer<>(arguments), arguments.length, "");
    // The place in the source is found by where the call returns to, so it stays a call of its own.
    LLVMSetTailCallKind(made, LLVMTailCallKindNoTail);
    String alone = "nomerge";
    int kind = LLVMGetEnumAttributeKindForName(alone, alone.length());
    LLVMAddCallSiteAttribute(
        made, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
    return made;
  }
}
