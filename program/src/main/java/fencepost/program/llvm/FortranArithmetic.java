package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Says of subscripts like {@code i + 1}, and of the variables of loops, that they do not overflow.
 * In Fortran no integer operation may (Fortran 2018, 10.1.5.2.4); flang says so from version 20 on.
 * Other arithmetic is left as it is: programs exist in which it wraps around.
 */
public final class FortranArithmetic {
  private FortranArithmetic() {}

  /** Marks all sums and differences that are extended, or go round a loop, and nothing else. */
  public static void apply(LlvmModule module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
          Handles.present(b);
          b = LLVMGetNextBasicBlock(b)) {
        apply(b);
      }
    }
  }

  private static void apply(LLVMBasicBlockRef block) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block);
        Handles.present(i);
        i = LLVMGetNextInstruction(i)) {
      int opcode = LLVMGetInstructionOpcode(i);
      if ((opcode == LLVMAdd || opcode == LLVMSub) && isSubscript(i)) {
        LLVMSetNSW(i, 1);
      }
    }
  }

  private static boolean isSubscript(LLVMValueRef sum) {
    LLVMUseRef use = LLVMGetFirstUse(sum);
    boolean used = Handles.present(use);
    for (; Handles.present(use); use = LLVMGetNextUse(use)) {
      int user = LLVMGetInstructionOpcode(LLVMGetUser(use));
      if (user != LLVMSExt && user != LLVMPHI) {
        return false;
      }
    }
    return used;
  }
}
