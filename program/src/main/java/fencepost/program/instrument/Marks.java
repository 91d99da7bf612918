package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Access;
import fencepost.program.ir.Instruction;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Keeps the accesses of interest as they are while LLVM prepares loops around them: as long as they
 * are volatile, none of them is moved, merged or dropped, and none loses its place in the source.
 */
final class Marks {
  private static final String KIND = "fencepost";
  private static final String WAS_VOLATILE = "volatile";

  private final LlvmModule module;
  private final int kind;
  private final LLVMAttributeRef sanitized;

  Marks(LlvmModule module) {
    this.module = module;
    this.kind = LLVMGetMDKindIDInContext(module.context(), KIND, KIND.length());
    String name = "sanitize_thread";
    int attribute = LLVMGetEnumAttributeKindForName(name, name.length());
    this.sanitized = LLVMCreateEnumAttribute(module.context(), attribute, 0);
  }

  /** Loads must not be executed where the program does not execute them. */
  void forbidSpeculation(boolean forbid) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      if (forbid) {
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, sanitized);
      } else {
        LLVMRemoveEnumAttributeAtIndex(
            f, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKind(sanitized));
      }
    }
  }

  void mark(Instruction instruction) {
    LLVMValueRef value = Handles.value(instruction.handle());
    boolean access = instruction instanceof Access;
    boolean before = access && LLVMGetVolatile(value) != 0;
    String text = before ? WAS_VOLATILE : "";
    var string = LLVMMDStringInContext2(module.context(), text, text.length());
    var node = LLVMMDNodeInContext2(module.context(), string, 1);
    LLVMSetMetadata(value, kind, LLVMMetadataAsValue(module.context(), node));
    if (access) {
      LLVMSetVolatile(value, 1);
    }
  }

  boolean isMarked(Instruction instruction) {
    return Handles.present(LLVMGetMetadata(Handles.value(instruction.handle()), kind));
  }

  void unmark(Instruction instruction) {
    LLVMValueRef value = Handles.value(instruction.handle());
    LLVMValueRef node = LLVMGetMetadata(value, kind);
    int[] length = new int[1];
    String text = LLVMGetMDString(LLVMGetOperand(node, 0), length).getString();
    if (instruction instanceof Access && !text.startsWith(WAS_VOLATILE)) {
      LLVMSetVolatile(value, 0);
    }
    LLVMSetMetadata(value, kind, (LLVMValueRef) null);
  }
}
