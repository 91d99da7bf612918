package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.ir.Opcode;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Puts hooks in front of the accesses of one module. */
final class Instrumenter implements AutoCloseable {
  private final Hooks hooks;
  private final Module program;

  Instrumenter(LlvmModule module) {
    this.program = ModuleReader.read(module);
    this.hooks = new Hooks(module);
  }

  void run() {
    program.definedFunctions().flatMap(Function::instructions).forEach(this::instrument);
  }

  private void instrument(Instruction instruction) {
    if (instruction instanceof Access access) {
      instrument(access);
    } else if (instruction instanceof Call call) {
      MemoryFunction function = MemoryFunction.of(call);
      if (function != null) {
        instrument(call, function);
      }
    }
  }

  private void instrument(Access access) {
    LLVMValueRef instruction = Handles.value(access.handle());
    int operand = access.opcode() == Opcode.STORE ? 1 : 0;
    hooks.before(instruction);
    LLVMValueRef address = LLVMGetOperand(instruction, operand);
    boolean aligned = access.alignment() >= access.size() && Long.bitCount(access.size()) == 1;
    if (access.reads()) {
      hooks.access(false, address, access.size(), aligned);
    }
    if (access.writes()) {
      hooks.access(true, address, access.size(), aligned);
    }
  }

  private void instrument(Call call, MemoryFunction function) {
    LLVMValueRef instruction = Handles.value(call.handle());
    hooks.before(instruction);
    LLVMValueRef size = LLVMGetOperand(instruction, 2);
    if (function.copies()) {
      hooks.range(false, LLVMGetOperand(instruction, 1), size, hooks.once());
    }
    hooks.range(true, LLVMGetOperand(instruction, 0), size, hooks.once());
  }

  @Override
  public void close() {
    hooks.close();
  }
}
