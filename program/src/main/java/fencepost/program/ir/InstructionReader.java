package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.Handles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/** Copies the instructions of a function; their operands are connected when all are there. */
final class InstructionReader {
  private static final Map<Integer, Opcode> OPCODES = new HashMap<>();
  private static final String HERE = System.getProperty("user.dir") + "/";
  private static final int BY_VALUE = LLVMGetEnumAttributeKindForName("byval", "byval".length());

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
    OPCODES.put(LLVMResume, Opcode.RESUME);
    OPCODES.put(LLVMSDiv, Opcode.SIGNED_DIVIDE);
    OPCODES.put(LLVMUDiv, Opcode.UNSIGNED_DIVIDE);
    OPCODES.put(LLVMSRem, Opcode.SIGNED_REMAINDER);
    OPCODES.put(LLVMURem, Opcode.UNSIGNED_REMAINDER);
    OPCODES.put(LLVMAShr, Opcode.SIGNED_SHIFT_RIGHT);
    OPCODES.put(LLVMLShr, Opcode.UNSIGNED_SHIFT_RIGHT);
    OPCODES.put(LLVMAnd, Opcode.AND);
    OPCODES.put(LLVMOr, Opcode.OR);
    OPCODES.put(LLVMXor, Opcode.XOR);
    OPCODES.put(LLVMFAdd, Opcode.FLOAT_ADD);
    OPCODES.put(LLVMFSub, Opcode.FLOAT_SUBTRACT);
    OPCODES.put(LLVMFMul, Opcode.FLOAT_MULTIPLY);
    OPCODES.put(LLVMFDiv, Opcode.FLOAT_DIVIDE);
    OPCODES.put(LLVMFRem, Opcode.FLOAT_REMAINDER);
    OPCODES.put(LLVMFNeg, Opcode.FLOAT_NEGATE);
    OPCODES.put(LLVMFCmp, Opcode.FLOAT_COMPARE);
    OPCODES.put(LLVMFPExt, Opcode.FLOAT_TO_FLOAT);
    OPCODES.put(LLVMFPTrunc, Opcode.FLOAT_TO_FLOAT);
    OPCODES.put(LLVMFPToSI, Opcode.FLOAT_TO_SIGNED);
    OPCODES.put(LLVMFPToUI, Opcode.FLOAT_TO_UNSIGNED);
    OPCODES.put(LLVMSIToFP, Opcode.SIGNED_TO_FLOAT);
    OPCODES.put(LLVMUIToFP, Opcode.UNSIGNED_TO_FLOAT);
    OPCODES.put(LLVMExtractValue, Opcode.EXTRACT);
    OPCODES.put(LLVMInsertValue, Opcode.INSERT);
    OPCODES.put(LLVMSwitch, Opcode.SWITCH);
    OPCODES.put(LLVMUnreachable, Opcode.UNREACHABLE);
    OPCODES.put(LLVMFence, Opcode.MEMORY_FENCE);
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
                numbers(instruction),
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
    return addsDisjointBits(instruction)
        ? Opcode.ADD
        : opcode(LLVMGetInstructionOpcode(instruction));
  }

  /** LLVM writes an addition that carries nothing as this, such as {@code 64 * i + j}. */
  private static boolean addsDisjointBits(LLVMValueRef instruction) {
    return LLVMGetInstructionOpcode(instruction) == LLVMOr && LLVMGetIsDisjoint(instruction) != 0;
  }

  static Opcode opcode(int llvm) {
    return OPCODES.getOrDefault(llvm, Opcode.OTHER);
  }

  private List<Long> numbers(LLVMValueRef instruction) {
    return switch (opcode(instruction)) {
      case ALLOCA -> List.of(types.size(LLVMGetAllocatedType(instruction)));
      case EXTRACT -> List.of(offset(instruction, LLVMTypeOf(LLVMGetOperand(instruction, 0))));
      case INSERT -> List.of(offset(instruction, LLVMTypeOf(instruction)));
      case FLOAT_COMPARE -> List.of((long) LLVMGetFCmpPredicate(instruction));
      case UPDATE -> List.of((long) LLVMGetAtomicRMWBinOp(instruction));
      case LANDING_PAD -> List.of((long) LLVMIsCleanup(instruction));
      case MEMORY_FENCE -> List.of((long) fence(instruction));
      default -> List.of();
    };
  }

  /** Where the part lies that the indices of an instruction name. */
  private long offset(LLVMValueRef instruction, LLVMTypeRef aggregate) {
    IntPointer indices = LLVMGetIndices(instruction);
    LLVMTypeRef type = aggregate;
    long offset = 0;
    for (int i = 0; i < LLVMGetNumIndices(instruction); i++) {
      int index = indices.get(i);
      if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        offset += types.offset(type, index);
        type = LLVMStructGetTypeAtIndex(type, index);
      } else {
        type = LLVMGetElementType(type);
        offset += index * types.stride(type);
      }
    }
    return offset;
  }

  private List<Long> copied(LLVMValueRef call) {
    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
      LLVMAttributeRef copies = LLVMGetCallSiteEnumAttribute(call, i + 1, BY_VALUE);
      sizes.add(Handles.present(copies) ? types.size(LLVMGetTypeAttributeValue(copies)) : 0L);
    }
    return sizes;
  }

  private Instruction make(LLVMValueRef instruction, Instruction.Common common) {
    return switch (common.opcode()) {
      case LOAD -> access(instruction, common, LLVMTypeOf(instruction));
      case STORE -> access(instruction, common, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
      case UPDATE, EXCHANGE ->
          access(instruction, common, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
      case ADDRESS -> new AddressOf(common, new AddressReader(types, instruction));
      case CALL -> new Call(common, copied(instruction));
      case COMPARE -> new Comparison(common, relation(LLVMGetICmpPredicate(instruction)));
      case PHI -> phi(instruction, common);
      default -> new Instruction(common);
    };
  }

  private Access access(LLVMValueRef instruction, Instruction.Common common, LLVMTypeRef type) {
    return new Access(
        common,
        types.of(type).size(),
        LLVMGetAlignment(instruction),
        order(instruction, common.opcode()),
        common.opcode() == Opcode.EXCHANGE
            ? MemoryOrder.of(LLVMGetCmpXchgFailureOrdering(instruction))
            : MemoryOrder.NOT_ATOMIC);
  }

  private static MemoryOrder order(LLVMValueRef instruction, Opcode opcode) {
    return MemoryOrder.of(
        opcode == Opcode.EXCHANGE
            ? LLVMGetCmpXchgSuccessOrdering(instruction)
            : LLVMGetOrdering(instruction));
  }

  /** One that is for the handlers of signals orders no threads. */
  private static int fence(LLVMValueRef instruction) {
    return LLVMIsAtomicSingleThread(instruction) != 0
        ? LLVMAtomicOrderingNotAtomic
        : LLVMGetOrdering(instruction);
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
    return addsDisjointBits(instruction) || (opcode == LLVMZExt && LLVMGetNNeg(instruction) != 0);
  }

  private static Comparison.Relation relation(int predicate) {
    return RELATIONS.getOrDefault(predicate, Comparison.Relation.OTHER);
  }

  private static @Nullable Location location(LLVMValueRef instruction) {
    var location = LLVMInstructionGetDebugLoc(instruction);
    if (!Handles.present(location) || LLVMDILocationGetLine(location) == 0) {
      return null;
    }
    return new Location(
        file(instruction), LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
  }

  /** The name of its file, from the directory in which we are. */
  private static String file(LLVMValueRef instruction) {
    int[] length = new int[1];
    var file = LLVMGetDebugLocFilename(instruction, length);
    String name = Handles.present(file) ? file.limit(length[0]).getString() : "";
    var directory = LLVMGetDebugLocDirectory(instruction, length);
    if (!name.isEmpty() && !name.startsWith("/") && Handles.present(directory)) {
      name = directory.limit(length[0]).getString() + "/" + name;
    }
    return name.startsWith(HERE) ? name.substring(HERE.length()) : name;
  }
}
