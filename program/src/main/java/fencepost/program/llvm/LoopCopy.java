package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/**
 * A second version of a loop, beside the first. The block in front of both decides which one is
 * executed; whatever comes behind them cannot tell which one it was: the values that are used
 * behind the loop go through phis of the blocks behind it (LCSSA form), and those get one more
 * value for each way out of the copy. Instructions keep their places in the source, and
 * descriptions of variables are copied with them, so the module must have these as instructions,
 * not as records.
 */
public final class LoopCopy {
  private final LlvmModule module;
  private final LLVMBuilderRef builder;

  /** By the address of a value or block of the loop, the one that stands for it in the copy. */
  private final Map<Long, LLVMValueRef> copies = new HashMap<>();

  private LoopCopy(LlvmModule module) {
    this.module = module;
    this.builder = LLVMCreateBuilderInContext(module.context());
  }

  /**
   * Whether a loop can be copied: it is left only by branches, all that is used behind it goes
   * through phis there, and nothing in it may exist only once.
   */
  public static boolean isPossible(List<LLVMBasicBlockRef> blocks) {
    Set<Long> inside = new LinkedHashSet<>();
    blocks.forEach(block -> inside.add(block.address()));
    return instructions(blocks).stream().allMatch(i -> isPossible(i, inside));
  }

  private static boolean isPossible(LLVMValueRef instruction, Set<Long> inside) {
    boolean plainEnd =
        !Handles.present(LLVMIsATerminatorInst(instruction))
            || LLVMGetInstructionOpcode(instruction) == LLVMBr
            || LLVMGetInstructionOpcode(instruction) == LLVMSwitch;
    if (!plainEnd || LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMTokenTypeKind) {
      return false;
    }
    if (Handles.present(LLVMIsACallInst(instruction)) && isOnlyOnce(instruction)) {
      return false;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(instruction);
        Handles.present(use);
        use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!inside.contains(LLVMGetInstructionParent(user).address())
          && !isTakenOver(user, instruction, inside)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOnlyOnce(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    for (String name : List.of("noduplicate", "convergent")) {
      int kind = LLVMGetEnumAttributeKindForName(name, name.length());
      int function = LLVMAttributeFunctionIndex;
      if (Handles.present(LLVMGetCallSiteEnumAttribute(call, function, kind))
          || (Handles.present(LLVMIsAFunction(callee))
              && Handles.present(LLVMGetEnumAttributeAtIndex(callee, function, kind)))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a user behind the loop is a phi that gets the value straight out of the loop. */
  private static boolean isTakenOver(LLVMValueRef user, LLVMValueRef value, Set<Long> inside) {
    if (!Handles.present(LLVMIsAPHINode(user))) {
      return false;
    }
    for (int i = 0; i < LLVMCountIncoming(user); i++) {
      if (LLVMGetIncomingValue(user, i).equals(value)
          && !inside.contains(LLVMGetIncomingBlock(user, i).address())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Copies a loop that can be copied.
   *
   * @param before the block that leads into the loop, and nowhere else
   * @param original whether the loop itself is executed, known at the end of that block
   * @param blocks the loop, its header first
   * @param omitted what the copy does not do; these have no results
   */
  public static void make(
      LlvmModule module,
      LLVMBasicBlockRef before,
      LLVMValueRef original,
      List<LLVMBasicBlockRef> blocks,
      Predicate<LLVMValueRef> omitted) {
    LoopCopy copy = new LoopCopy(module);
    blocks.forEach(copy::declare);
    blocks.forEach(block -> copy.fill(block, omitted));
    instructions(blocks).forEach(copy::connect);
    copy.behind(blocks);
    copy.choose(before, original, blocks.get(0));
    LLVMDisposeBuilder(copy.builder);
  }

  private static List<LLVMValueRef> instructions(List<LLVMBasicBlockRef> blocks) {
    List<LLVMValueRef> all = new ArrayList<>();
    for (LLVMBasicBlockRef block : blocks) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(block);
          Handles.present(i);
          i = LLVMGetNextInstruction(i)) {
        all.add(i);
      }
    }
    return all;
  }

  private void declare(LLVMBasicBlockRef block) {
    LLVMBasicBlockRef copy =
        LLVMAppendBasicBlockInContext(module.context(), LLVMGetBasicBlockParent(block), "");
    copies.put(block.address(), LLVMBasicBlockAsValue(copy));
  }

  private LLVMBasicBlockRef copy(LLVMBasicBlockRef block) {
    LLVMValueRef copy = copies.get(block.address());
    return copy == null ? block : LLVMValueAsBasicBlock(copy);
  }

  private LLVMValueRef copy(LLVMValueRef value) {
    return copies.getOrDefault(value.address(), value);
  }

  private void fill(LLVMBasicBlockRef block, Predicate<LLVMValueRef> omitted) {
    LLVMPositionBuilderAtEnd(builder, copy(block));
    for (LLVMValueRef instruction : instructions(List.of(block))) {
      if (Handles.present(LLVMIsAPHINode(instruction))) {
        copies.put(instruction.address(), emptyPhi(instruction));
      } else if (!omitted.test(instruction)) {
        LLVMValueRef copy = LLVMInstructionClone(instruction);
        LLVMInsertIntoBuilder(builder, copy);
        copies.put(instruction.address(), copy);
      }
    }
  }

  /** Where the values of a phi come from can only be said when it is made. */
  private LLVMValueRef emptyPhi(LLVMValueRef original) {
    LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(original), "");
    LLVMInstructionSetDebugLoc(phi, LLVMInstructionGetDebugLoc(original));
    if (LLVMCanValueUseFastMathFlags(original) != 0) {
      LLVMSetFastMathFlags(phi, LLVMGetFastMathFlags(original));
    }
    return phi;
  }

  private void connect(LLVMValueRef original) {
    LLVMValueRef copy = copies.get(original.address());
    if (copy == null) {
      return;
    }
    if (Handles.present(LLVMIsAPHINode(original))) {
      for (int i = 0; i < LLVMCountIncoming(original); i++) {
        LLVMValueRef value = copy(LLVMGetIncomingValue(original, i));
        addIncoming(copy, value, copy(LLVMGetIncomingBlock(original, i)));
      }
      return;
    }
    for (int i = 0; i < LLVMGetNumOperands(original); i++) {
      LLVMValueRef operand = LLVMGetOperand(original, i);
      LLVMValueRef described = described(operand);
      if (copies.containsKey(operand.address())) {
        LLVMSetOperand(copy, i, copy(operand));
      } else if (described != null && copies.containsKey(described.address())) {
        LLVMSetOperand(
            copy, i, LLVMMetadataAsValue(module.context(), LLVMValueAsMetadata(copy(described))));
      }
    }
  }

  /** The value of the program that a description of a variable names; null if it is none. */
  private static @Nullable LLVMValueRef described(LLVMValueRef operand) {
    boolean wraps =
        LLVMGetValueKind(operand) == LLVMMetadataAsValueValueKind
            && Handles.present(LLVMIsAValueAsMetadata(operand));
    return wraps ? DebugScopes.wrapped(operand) : null;
  }

  private static void addIncoming(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef block) {
    LLVMValueRef[] values = {value};
    LLVMBasicBlockRef[] blocks = {block};
    LLVMAddIncoming(phi, new PointerPointer<>(values), new PointerPointer<>(blocks), 1);
  }

  /** The blocks behind the loop are reached from the copy with the values of the copy. */
  private void behind(List<LLVMBasicBlockRef> blocks) {
    Map<Long, LLVMBasicBlockRef> exits = new HashMap<>();
    for (LLVMBasicBlockRef block : blocks) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      for (int i = 0; i < LLVMGetNumSuccessors(end); i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (!copies.containsKey(next.address())) {
          exits.put(next.address(), next);
        }
      }
    }
    for (LLVMBasicBlockRef exit : exits.values()) {
      for (LLVMValueRef phi = LLVMGetFirstInstruction(exit);
          Handles.present(LLVMIsAPHINode(phi));
          phi = LLVMGetNextInstruction(phi)) {
        int count = LLVMCountIncoming(phi);
        for (int i = 0; i < count; i++) {
          LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
          if (copies.containsKey(from.address())) {
            addIncoming(phi, copy(LLVMGetIncomingValue(phi, i)), copy(from));
          }
        }
      }
    }
  }

  private void choose(LLVMBasicBlockRef before, LLVMValueRef original, LLVMBasicBlockRef header) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
    LLVMPositionBuilderBefore(builder, end);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(end));
    LLVMBuildCondBr(builder, original, header, copy(header));
    LLVMInstructionEraseFromParent(end);
  }
}
