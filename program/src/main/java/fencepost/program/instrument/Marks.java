package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Access;
import fencepost.program.ir.Instruction;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Keeps the accesses of interest as they are while LLVM prepares loops around them: as long as they
 * are volatile, none of them is moved, merged or dropped, and none loses its place in the source.
 */
final class Marks {
  private static final String KIND = "fencepost";
  private static final String WAS_VOLATILE = "volatile";
  private static final String LOAD = "load";
  private static final String STORE = "store";

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

  /**
   * Marks an access.
   *
   * @param sides what of it can race
   * @param variable what it accesses; empty if unknown
   */
  void mark(Instruction instruction, Sides sides, String variable) {
    LLVMValueRef value = Handles.value(instruction.handle());
    boolean access = instruction instanceof Access;
    boolean before = access && LLVMGetVolatile(value) != 0;
    String text = before ? WAS_VOLATILE : "";
    PointerPointer<LLVMMetadataRef> strings =
        new PointerPointer<>(
            string(text),
            string(variable),
            string(sides.load() ? LOAD : ""),
            string(sides.store() ? STORE : ""));
    var node = LLVMMDNodeInContext2(module.context(), strings, strings.limit());
    LLVMSetMetadata(value, kind, LLVMMetadataAsValue(module.context(), node));
    if (access) {
      LLVMSetVolatile(value, 1);
    }
  }

  boolean isMarked(Instruction instruction) {
    return Handles.present(LLVMGetMetadata(Handles.value(instruction.handle()), kind));
  }

  /** What a marked access accesses; empty if unknown. */
  String variable(Instruction instruction) {
    return text(instruction, 1);
  }

  /** What of a marked access can race. */
  Sides sides(Instruction instruction) {
    return new Sides(text(instruction, 2).equals(LOAD), text(instruction, 3).equals(STORE));
  }

  private LLVMMetadataRef string(String text) {
    BytePointer bytes = new BytePointer(text.getBytes(StandardCharsets.UTF_8));
    return LLVMMDStringInContext2(module.context(), bytes, bytes.limit());
  }

  private String text(Instruction instruction, int operand) {
    LLVMValueRef node = LLVMGetMetadata(Handles.value(instruction.handle()), kind);
    PointerPointer<LLVMValueRef> operands = new PointerPointer<>(LLVMGetMDNodeNumOperands(node));
    LLVMGetMDNodeOperands(node, operands);
    IntPointer length = new IntPointer(1);
    BytePointer bytes = LLVMGetMDString(operands.get(LLVMValueRef.class, operand), length);
    return bytes.limit(length.get()).getString();
  }

  void unmark(Instruction instruction) {
    LLVMValueRef value = Handles.value(instruction.handle());
    if (instruction instanceof Access && !text(instruction, 0).equals(WAS_VOLATILE)) {
      LLVMSetVolatile(value, 0);
    }
    LLVMSetMetadata(value, kind, (LLVMValueRef) null);
  }
}
