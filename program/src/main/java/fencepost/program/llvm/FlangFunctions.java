package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** Gives what flang does of its own accord the source lines where it happens. */
public final class FlangFunctions {
  private static final Pattern WRITTEN_BY_FLANG = Pattern.compile("_FortranA\\w+_simplified");
  private static final String ALWAYS_INLINE = "alwaysinline";

  private static final Pattern FORTRAN =
      Pattern.compile("(?i).*\\.(f|for|ftn|f77|f90|f95|f03|f08|f18)");

  private static final Pattern ENDS_VARIABLES =
      Pattern.compile("free|_FortranA(Allocatable|Pointer)?(Deallocate|Destroy)\\w*");

  private FlangFunctions() {}

  /**
   * What flang does at the end of a subprogram to its local variables stands in the line of its
   * first statement, the one with its name: it gets that of the return.
   */
  public static void placeEnds(LlvmModule module) {
    DebugScopes scopes = new DebugScopes(module.context());
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
      if (Handles.present(subprogram) && FORTRAN.matcher(scopes.file(subprogram)).matches()) {
        placeEnds(f, LLVMDISubprogramGetLine(subprogram));
      }
    }
  }

  private static void placeEnds(LLVMValueRef function, int first) {
    LLVMMetadataRef end = returnOf(function);
    if (Handles.present(end)) {
      instructions(function)
          .filter(FlangFunctions::endsVariables)
          .filter(call -> lineOf(LLVMInstructionGetDebugLoc(call)) == first)
          .forEach(call -> LLVMInstructionSetDebugLoc(call, end));
    }
  }

  private static LLVMMetadataRef returnOf(LLVMValueRef function) {
    return instructions(function)
        .filter(instruction -> Handles.present(LLVMIsAReturnInst(instruction)))
        .findFirst()
        .map(LLVM::LLVMInstructionGetDebugLoc)
        .orElse(new LLVMMetadataRef());
  }

  private static boolean endsVariables(LLVMValueRef instruction) {
    return Handles.present(LLVMIsACallInst(instruction))
        && ENDS_VARIABLES
            .matcher(LLVMGetValueName(LLVMGetCalledValue(instruction)).getString())
            .matches();
  }

  private static int lineOf(LLVMMetadataRef location) {
    return Handles.present(location) ? LLVMDILocationGetLine(location) : 0;
  }

  private static Stream<LLVMValueRef> instructions(LLVMValueRef function) {
    return Stream.iterate(
            LLVMGetFirstBasicBlock(function), Handles::present, LLVM::LLVMGetNextBasicBlock)
        .flatMap(
            block ->
                Stream.iterate(
                    LLVMGetFirstInstruction(block),
                    Handles::present,
                    LLVM::LLVMGetNextInstruction));
  }

  /**
   * Makes the functions that flang writes itself, for sums of arrays and the like, part of their
   * callers. They have no source lines; without debug information they get those of the call.
   */
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
