package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.Handles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/** Copies the instructions of a function; their operands are connected when all are there. */
final class InstructionReader {
  private static final Map<Integer, Opcode> OPCODES = new HashMap<>();

  static {
    OPCODES.put(LLVMAlloca, Opcode.ALLOCA);
    OPCODES.put(LLVMLoad, Opcode.LOAD);
    OPCODES.put(LLVMStore, Opcode.STORE);
    OPCODES.put(LLVMAtomicRMW, Opcode.UPDATE);
    OPCODES.put(LLVMAtomicCmpXchg, Opcode.EXCHANGE);
    OPCODES.put(LLVMGetElementPtr, Opcode.ADDRESS);
    OPCODES.put(LLVMPHI, Opcode.PHI);
    OPCODES.put(LLVMSelect, Opcode.SELECT);
    OPCODES.put(LLVMCall, Opcode.CALL);
    OPCODES.put(LLVMInvoke, Opcode.CALL);
    OPCODES.put(LLVMCallBr, Opcode.CALL);
    OPCODES.put(LLVMRet, Opcode.RETURN);
    OPCODES.put(LLVMBr, Opcode.BRANCH);
    OPCODES.put(LLVMICmp, Opcode.COMPARE);
    OPCODES.put(LLVMAdd, Opcode.ADD);
    OPCODES.put(LLVMSub, Opcode.SUBTRACT);
    OPCODES.put(LLVMMul, Opcode.MULTIPLY);
    OPCODES.put(LLVMShl, Opcode.SHIFT_LEFT);
    OPCODES.put(LLVMSExt, Opcode.SIGN_EXTEND);
    OPCODES.put(LLVMZExt, Opcode.ZERO_EXTEND);
    OPCODES.put(LLVMTrunc, Opcode.TRUNCATE);
    OPCODES.put(LLVMPtrToInt, Opcode.CAST);
    OPCODES.put(LLVMIntToPtr, Opcode.CAST);
    OPCODES.put(LLVMBitCast, Opcode.CAST);
    OPCODES.put(LLVMFreeze, Opcode.FREEZE);
    OPCODES.put(LLVMVAArg, Opcode.VA_ARG);
    OPCODES.put(LLVMLandingPad, Opcode.LANDING_PAD);
  }

  private static final Map<Integer, Comparison.Relation> RELATIONS =
      Map.of(
          LLVMIntEQ, Comparison.Relation.EQUAL,
          LLVMIntNE, Comparison.Relation.UNEQUAL,
          LLVMIntUGT, Comparison.Relation.U_GREATER,
          LLVMIntUGE, Comparison.Relation.U_AT_LEAST,
          LLVMIntULT, Comparison.Relation.U_LESS,
          LLVMIntULE, Comparison.Relation.U_AT_MOST,
          LLVMIntSGT, Comparison.Relation.S_GREATER,
          LLVMIntSGE, Comparison.Relation.S_AT_LEAST,
          LLVMIntSLT, Comparison.Relation.S_LESS,
          LLVMIntSLE, Comparison.Relation.S_AT_MOST);

  private final TypeReader types;
  private final Map<Long, Block> blocks;
  private final List<Unconnected> unconnected = new ArrayList<>();

  private record Unconnected(LLVMValueRef instruction, List<Value> operands) {}

  InstructionReader(TypeReader types, Map<Long, Block> blocks) {
    this.types = types;
    this.blocks = blocks;
  }

  Instruction read(LLVMValueRef instruction, Block block) {
    List<Value> operands = new ArrayList<>();
    unconnected.add(new Unconnected(instruction, operands));
    Instruction made =
        make(
            instruction,
            new Instruction.Common(
                block,
                instruction.address(),
                opcode(instruction),
                types.of(LLVMTypeOf(instruction)),
                operands,
                wrapsNever(instruction),
                location(instruction)));
    block.add(made);
    addSuccessors(instruction, block);
    return made;
  }

  void connect(ConstantReader constants) {
    for (Unconnected each : unconnected) {
      for (int i = 0; i < LLVMGetNumOperands(each.instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(each.instruction, i);
        if (LLVMValueIsBasicBlock(operand) == 0) {
          each.operands.add(constants.read(operand));
        }
      }
    }
    unconnected.clear();
  }

  private static Opcode opcode(LLVMValueRef instruction) {
    return OPCODES.getOrDefault(LLVMGetInstructionOpcode(instruction), Opcode.OTHER);
  }

  private Instruction make(LLVMValueRef instruction, Instruction.Common common) {
    return switch (common.opcode()) {
      case LOAD -> access(instruction, common, LLVMTypeOf(instruction));
      case STORE -> access(instruction, common, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
      case UPDATE, EXCHANGE ->
          access(instruction, common, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
      case ADDRESS -> {
        AddressReader address = new AddressReader(types, instruction);
        yield new AddressOf(common, address.offset(), address.scales());
      }
      case CALL -> new Call(common, LLVMGetNumArgOperands(instruction));
      case COMPARE -> new Comparison(common, relation(LLVMGetICmpPredicate(instruction)));
      case PHI -> phi(instruction, common);
      default -> new Instruction(common);
    };
  }

  private Access access(LLVMValueRef instruction, Instruction.Common common, LLVMTypeRef type) {
    return new Access(common, types.of(type).size(), LLVMGetAlignment(instruction));
  }

  private Phi phi(LLVMValueRef instruction, Instruction.Common common) {
    List<Block> sources = new ArrayList<>();
    for (int i = 0; i < LLVMCountIncoming(instruction); i++) {
      sources.add(block(LLVMGetIncomingBlock(instruction, i).address()));
    }
    return new Phi(common, sources);
  }

  private void addSuccessors(LLVMValueRef instruction, Block block) {
    if (!Handles.present(LLVMIsATerminatorInst(instruction))) {
      return;
    }
    for (int i = 0; i < LLVMGetNumSuccessors(instruction); i++) {
      block.addSuccessor(block(LLVMGetSuccessor(instruction, i).address()));
    }
  }

  private Block block(long handle) {
    return Objects.requireNonNull(blocks.get(handle));
  }

  private static boolean wrapsNever(LLVMValueRef instruction) {
    int opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl) {
      return LLVMGetNSW(instruction) != 0;
    }
    return opcode == LLVMZExt && LLVMGetNNeg(instruction) != 0;
  }

  private static Comparison.Relation relation(int predicate) {
    return RELATIONS.getOrDefault(predicate, Comparison.Relation.OTHER);
  }

  private static @Nullable Location location(LLVMValueRef instruction) {
    var location = LLVMInstructionGetDebugLoc(instruction);
    if (!Handles.present(location) || LLVMDILocationGetLine(location) == 0) {
      return null;
    }
    int[] length = new int[1];
    var file = LLVMGetDebugLocFilename(instruction, length);
    return new Location(
        !Handles.present(file) ? "" : file.limit(length[0]).getString(),
        LLVMDILocationGetLine(location),
        LLVMDILocationGetColumn(location));
  }
}
