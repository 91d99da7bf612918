package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import fencepost.program.llvm.DebugScopes;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.pointsto.PointsTo;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** What the variables are called that accesses lead to. */
final class VariableNames {
  private final Map<Long, String> locals = new HashMap<>();

  /** Reads the names of the local variables of a module. */
  void read(LlvmModule llvm) {
    // As instructions, what debug information says of variables can be read; as records it cannot.
    LLVMSetIsNewDbgInfoFormat(llvm.module(), 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(llvm.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
          Handles.present(b);
          b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b);
            Handles.present(i);
            i = LLVMGetNextInstruction(i)) {
          readDeclaration(i);
        }
      }
    }
    LLVMSetIsNewDbgInfoFormat(llvm.module(), 1);
  }

  private void readDeclaration(LLVMValueRef instruction) {
    if (LLVMGetInstructionOpcode(instruction) != LLVMCall) {
      return;
    }
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    if (LLVMGetValueName(callee).getString().equals("llvm.dbg.declare")) {
      LLVMValueRef variable = DebugScopes.wrapped(LLVMGetOperand(instruction, 0));
      if (Handles.present(variable)) {
        locals.put(variable.address(), DebugScopes.variable(LLVMGetOperand(instruction, 1)));
      }
    }
  }

  /** The variable that an address leads to; empty if there are several, or if it has no name. */
  String of(Value address, PointsTo pointsTo) {
    return pointsTo.origin(address).map(this::name).orElse("");
  }

  private String name(Object origin) {
    if (origin instanceof Instruction instruction && instruction.opcode() == Opcode.ALLOCA) {
      return locals.getOrDefault(instruction.handle(), "");
    } else if (origin instanceof GlobalVariable variable) {
      return variable.name();
    }
    return origin instanceof String name ? name : "";
  }
}
