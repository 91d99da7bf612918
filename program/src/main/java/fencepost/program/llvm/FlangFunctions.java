package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Makes the functions that flang writes itself, for sums of arrays and the like, part of their
 * callers. They have no source lines; without debug information they get those of the call.
 */
public final class FlangFunctions {
  private static final Pattern WRITTEN_BY_FLANG = Pattern.compile("_FortranA\\w+_simplified");
  private static final String ALWAYS_INLINE = "alwaysinline";

  private FlangFunctions() {}

  public static void inline(LlvmModule module, Target target) {
    int kind = LLVMGetEnumAttributeKindForName(ALWAYS_INLINE, ALWAYS_INLINE.length());
    LLVMAttributeRef always =
        LLVMCreateEnumAttribute(LLVMGetModuleContext(module.module()), kind, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      if (WRITTEN_BY_FLANG.matcher(LLVMGetValueName(f).getString()).matches()) {
        LLVMSetSubprogram(f, new LLVMMetadataRef());
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, always);
      }
    }
    module.run("always-inline", target);
  }
}
