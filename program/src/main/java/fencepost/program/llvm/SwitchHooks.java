package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.LinkedHashSet;
import java.util.Set;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Puts a hook in front of each {@code switch} of functions that may hold sections of OpenMP: the
 * code for these is a loop with a switch, without a call between two sections. {@code
 * capture/libomp.c} knows which of the switches it is. The hook is the one that clang has for
 * coverage.
 */
public final class SwitchHooks {
  public static final String HOOK = "__sanitizer_cov_trace_switch";
  private static final String BEGIN = "__kmpc_for_static_init_4";

  private final LlvmModule module;
  private final LLVMTypeRef word;
  private final LLVMTypeRef type;

  private SwitchHooks(LlvmModule module) {
    this.module = module;
    LLVMContextRef context = module.context();
    this.word = LLVMInt64TypeInContext(context);
    LLVMTypeRef[] parameters = {word, LLVMPointerTypeInContext(context, 0)};
    this.type =
        LLVMFunctionType(
            LLVMVoidTypeInContext(context), new PointerPointer<>(parameters), parameters.length, 0);
  }

  public static void add(LlvmModule module) {
    LLVMValueRef begin = LLVMGetNamedFunction(module.module(), BEGIN);
    if (Handles.present(begin)) {
      SwitchHooks hooks = new SwitchHooks(module);
      callers(begin).forEach(hooks::instrument);
    }
  }

  private static Set<LLVMValueRef> callers(LLVMValueRef function) {
    Set<LLVMValueRef> callers = new LinkedHashSet<>();
    for (LLVMUseRef use = LLVMGetFirstUse(function);
        Handles.present(use);
        use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (Handles.present(LLVMIsACallInst(user)) || Handles.present(LLVMIsAInvokeInst(user))) {
        callers.add(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
      }
    }
    return callers;
  }

  private void instrument(LLVMValueRef function) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
        Handles.present(block);
        block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
      if (Handles.present(last) && LLVMGetInstructionOpcode(last) == LLVMSwitch) {
        instrumentSwitch(last);
      }
    }
  }

  private void instrumentSwitch(LLVMValueRef instruction) {
    LLVMValueRef number = LLVMGetOperand(instruction, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(number)) > Long.SIZE) {
      return;
    }
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(module.context());
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
    LLVMValueRef[] arguments = {
      LLVMBuildZExtOrBitCast(builder, number, word, ""),
      count(LLVMGetNumSuccessors(instruction) - 1L)
    };
    LLVMBuildCall2(builder, type, hook(), new PointerPointer<>(arguments), arguments.length, "");
    LLVMDisposeBuilder(builder);
  }

  private LLVMValueRef hook() {
    LLVMValueRef function = LLVMGetNamedFunction(module.module(), HOOK);
    return Handles.present(function) ? function : LLVMAddFunction(module.module(), HOOK, type);
  }

  /** Of the description of the cases, only how many there are is looked at. */
  private LLVMValueRef count(long cases) {
    LLVMValueRef variable = LLVMAddGlobal(module.module(), word, "fp_cases");
    LLVMSetInitializer(variable, LLVMConstInt(word, cases, 0));
    LLVMSetGlobalConstant(variable, 1);
    LLVMSetLinkage(variable, LLVMPrivateLinkage);
    return variable;
  }
}
