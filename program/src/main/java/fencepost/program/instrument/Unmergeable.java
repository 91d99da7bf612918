package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Module;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Keeps calls apart: those of a programming model are found by their return addresses, so two of
 * them must not become one, and none may be the last thing that its function does.
 */
final class Unmergeable {
  private Unmergeable() {}

  static void apply(LlvmModule llvm, Module module) {
    int kind = LLVMGetEnumAttributeKindForName("nomerge", "nomerge".length());
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(llvm.context(), kind, 0);
    module
        .definedFunctions()
        .flatMap(Function::instructions)
        .filter(i -> i instanceof Call call && !isIntrinsic(call))
        .map(i -> Handles.value(i.handle()))
        .forEach(call -> apply(call, attribute));
  }

  private static boolean isIntrinsic(Call call) {
    Function target = call.target();
    return target != null && (target.name().startsWith("llvm.") || target.defined());
  }

  private static void apply(LLVMValueRef call, LLVMAttributeRef attribute) {
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
    boolean plain = LLVMGetInstructionOpcode(call) == LLVMCall;
    if (plain && LLVMGetTailCallKind(call) != LLVMTailCallKindMustTail) {
      LLVMSetTailCallKind(call, LLVMTailCallKindNoTail);
    }
  }
}
