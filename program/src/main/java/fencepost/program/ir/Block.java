package fencepost.program.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Instructions that are executed one after the other. */
public final class Block {
  private final Function function;
  private final int index;
  private final long handle;
  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Block> successors = new ArrayList<>();
  private final List<Block> predecessors = new ArrayList<>();

  Block(Function function, int index, long handle) {
    this.function = function;
    this.index = index;
    this.handle = handle;
  }

  void add(Instruction instruction) {
    instructions.add(instruction);
  }

  void addSuccessor(Block block) {
    successors.add(block);
    block.predecessors.add(this);
  }

  public Function function() {
    return function;
  }

  /** Its place in the function. */
  public int index() {
    return index;
  }

  /** What LLVM knows it by. */
  public long handle() {
    return handle;
  }

  public List<Instruction> instructions() {
    return Collections.unmodifiableList(instructions);
  }

  public Instruction terminator() {
    return instructions.get(instructions.size() - 1);
  }

  /** Where it may go on; a block twice if two ways lead there. */
  public List<Block> successors() {
    return Collections.unmodifiableList(successors);
  }

  public List<Block> predecessors() {
    return Collections.unmodifiableList(predecessors);
  }

  @Override
  public String toString() {
    return function.name() + ":" + index;
  }
}
