package fencepost.program.llvm;

import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/** From the numbers that plain objects keep of LLVM's objects, and back. */
public final class Handles {
  private Handles() {}

  private static final class At extends Pointer {
    At(long address) {
      this.address = address;
    }
  }

  public static LLVMValueRef value(long handle) {
    return new LLVMValueRef(new At(handle));
  }

  public static LLVMBasicBlockRef block(long handle) {
    return new LLVMBasicBlockRef(new At(handle));
  }

  /** Whether LLVM has answered with something. */
  public static boolean present(@Nullable Pointer pointer) {
    return pointer != null && !pointer.isNull();
  }
}
