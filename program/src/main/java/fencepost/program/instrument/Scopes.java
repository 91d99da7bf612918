package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Function;
import fencepost.program.ir.Opcode;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.pointsto.Exposure;
import fencepost.program.pointsto.PointsTo;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Functions with local variables that others may access. Their return is a store to those
 * variables, so it must not be lost: such functions are not made part of those that call them.
 */
final class Scopes {
  private static final String MARK = "fencepost-scope";

  private Scopes() {}

  /** Marks the function if it has such variables. */
  static void mark(LlvmModule llvm, Function function, PointsTo pointsTo) {
    boolean exposed =
        function
            .instructions()
            .filter(i -> i.opcode() == Opcode.ALLOCA)
            .anyMatch(i -> pointsTo.exposure(i) != Exposure.NONE);
    LLVMValueRef value = Handles.value(function.handle());
    if (!exposed || has(value, "alwaysinline")) {
      return;
    }
    LLVMAttributeRef mark = LLVMCreateStringAttribute(llvm.context(), MARK, MARK.length(), "", 0);
    LLVMAttributeRef alone = LLVMCreateEnumAttribute(llvm.context(), kind("noinline"), 0);
    LLVMAddAttributeAtIndex(value, LLVMAttributeFunctionIndex, mark);
    LLVMAddAttributeAtIndex(value, LLVMAttributeFunctionIndex, alone);
  }

  /** Puts hooks in front of all returns of a marked function. */
  static void instrument(Function function, Hooks hooks) {
    LLVMValueRef value = Handles.value(function.handle());
    if (!Handles.present(
        LLVMGetStringAttributeAtIndex(value, LLVMAttributeFunctionIndex, MARK, MARK.length()))) {
      return;
    }
    function.blocks().stream()
        .map(block -> Handles.value(block.terminator().handle()))
        .filter(Scopes::leaves)
        .forEach(
            end -> {
              hooks.before(end);
              hooks.leave();
            });
  }

  /** An exception leaves a function, too; behind a call that must be the last nothing may stand. */
  private static boolean leaves(LLVMValueRef end) {
    int opcode = LLVMGetInstructionOpcode(end);
    LLVMValueRef before = LLVMGetPreviousInstruction(end);
    boolean mustBeLast =
        Handles.present(before)
            && LLVMGetInstructionOpcode(before) == LLVMCall
            && LLVMGetTailCallKind(before) == LLVMTailCallKindMustTail;
    return (opcode == LLVMRet || opcode == LLVMResume) && !mustBeLast;
  }

  private static boolean has(LLVMValueRef function, String attribute) {
    return Handles.present(
        LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind(attribute)));
  }

  private static int kind(String attribute) {
    return LLVMGetEnumAttributeKindForName(attribute, attribute.length());
  }
}
