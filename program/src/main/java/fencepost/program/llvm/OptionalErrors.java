package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Gives calls of MPI a place for the error where a program has none. In {@code mpi_f08} that
 * argument is optional, the last one, and a null address if it is absent; but the procedures of
 * {@code mpif.h}, which are called, store to it.
 */
public final class OptionalErrors {
  private static final Pattern MPI = Pattern.compile("p?mpi_\\w+_");

  private final LLVMContextRef context;
  private final LLVMBuilderRef builder;

  private OptionalErrors(LLVMContextRef context) {
    this.context = context;
    this.builder = LLVMCreateBuilderInContext(context);
  }

  /** Does so in all calls. */
  public static void supply(LlvmModule module) {
    OptionalErrors errors = new OptionalErrors(LLVMGetModuleContext(module.module()));
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      errors.supply(f);
    }
    LLVMDisposeBuilder(errors.builder);
  }

  private void supply(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
        Handles.present(b);
        b = LLVMGetNextBasicBlock(b)) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(b);
          Handles.present(i);
          i = LLVMGetNextInstruction(i)) {
        int error = LLVMGetInstructionOpcode(i) == LLVMCall && isOfMpi(i) ? lastAddress(i) : -1;
        if (error >= 0 && mayBeAbsent(LLVMGetOperand(i, error))) {
          LLVMSetOperand(i, error, present(LLVMGetOperand(i, error), i, function));
        }
      }
    }
  }

  private static boolean isOfMpi(LLVMValueRef call) {
    LLVMValueRef called = LLVMGetCalledValue(call);
    return Handles.present(LLVMIsAFunction(called))
        && LLVMIsDeclaration(called) != 0
        && MPI.matcher(LLVMGetValueName(called).getString()).matches();
  }

  /** The last argument, but for the lengths of texts; -1 if there is none. */
  private static int lastAddress(LLVMValueRef call) {
    int last = LLVMGetNumArgOperands(call) - 1;
    while (last >= 0 && !isAddress(LLVMGetOperand(call, last))) {
      last--;
    }
    return last;
  }

  private static boolean isAddress(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  }

  /** It was not given, or may not have been given to the caller: not a variable or a part of it. */
  private static boolean mayBeAbsent(LLVMValueRef address) {
    return LLVMIsNull(address) != 0
        || !(Handles.present(LLVMIsAConstant(address))
            || Handles.present(LLVMIsAAllocaInst(address))
            || Handles.present(LLVMIsAGetElementPtrInst(address)));
  }

  private LLVMValueRef present(LLVMValueRef given, LLVMValueRef call, LLVMValueRef function) {
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef place = LLVMBuildAlloca(builder, LLVMInt32TypeInContext(context), "ierror");
    if (LLVMIsNull(given) != 0) {
      return place;
    }
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef absent = LLVMBuildIsNull(builder, given, "absent");
    return LLVMBuildSelect(builder, absent, place, given, "ierror");
  }
}
