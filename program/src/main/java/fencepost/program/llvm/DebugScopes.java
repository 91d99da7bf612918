package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** What debug information says of scopes and variables, as far as LLVM's C interface does not. */
public final class DebugScopes {
  // Operands of the nodes, in LLVM's order.
  private static final int SCOPE = 1;
  private static final int FUNCTION_NAME = 2;
  private static final int LINKAGE_NAME = 3;
  private static final int VARIABLE_NAME = 1;

  private final LLVMContextRef context;

  public DebugScopes(LLVMContextRef context) {
    this.context = context;
  }

  /** The file of a scope, as the compiler saw it. */
  public String file(LLVMMetadataRef scope) {
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    if (!Handles.present(file)) {
      return "";
    }
    IntPointer length = new IntPointer(1);
    String name = text(LLVMDIFileGetFilename(file, length), length);
    String directory = text(LLVMDIFileGetDirectory(file, length), length);
    return name.startsWith("/") || directory.isEmpty() ? name : directory + "/" + name;
  }

  /** The function that a scope is in; in C++ under the name that the linker knows. */
  public String function(LLVMMetadataRef scope) {
    LLVMMetadataRef at = scope;
    while (LLVMGetMetadataKind(at) != LLVMDISubprogramMetadataKind) {
      LLVMValueRef outer = operand(value(at), SCOPE);
      if (!Handles.present(outer)) {
        return "";
      }
      at = LLVMValueAsMetadata(outer);
    }
    String linkage = string(operand(value(at), LINKAGE_NAME));
    return linkage.startsWith("_Z") ? linkage : string(operand(value(at), FUNCTION_NAME));
  }

  /** The name of a variable that an operand of a debug intrinsic describes. */
  public static String variable(LLVMValueRef description) {
    return string(operand(description, VARIABLE_NAME));
  }

  /** The value that an operand of a debug intrinsic wraps; null as a handle if there is none. */
  public static LLVMValueRef wrapped(LLVMValueRef operand) {
    return operand(operand, 0);
  }

  private LLVMValueRef value(LLVMMetadataRef node) {
    return LLVMMetadataAsValue(context, node);
  }

  private static LLVMValueRef operand(LLVMValueRef node, int index) {
    int count = LLVMGetMDNodeNumOperands(node);
    if (index >= count) {
      return new LLVMValueRef();
    }
    PointerPointer<LLVMValueRef> operands = new PointerPointer<>(count);
    LLVMGetMDNodeOperands(node, operands);
    return operands.get(LLVMValueRef.class, index);
  }

  private static String string(LLVMValueRef value) {
    if (!Handles.present(value)) {
      return "";
    }
    IntPointer length = new IntPointer(1);
    return text(LLVMGetMDString(value, length), length);
  }

  private static String text(BytePointer bytes, IntPointer length) {
    return Handles.present(bytes) ? bytes.limit(length.get()).getString() : "";
  }
}
