package fencepost.program.flow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Constant;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A natural loop. */
public final class Loop {
  private final Block header;
  private final Set<Block> blocks;
  private final List<Block> latches;
  private @Nullable Loop parent;

  Loop(Block header, Set<Block> blocks, List<Block> latches) {
    this.header = header;
    this.blocks = blocks;
    this.latches = latches;
  }

  void setParent(Loop loop) {
    parent = loop;
  }

  public Block header() {
    return header;
  }

  public boolean contains(Block block) {
    return blocks.contains(block);
  }

  public Set<Block> blocks() {
    return blocks;
  }

  /** The smallest loop around it; null if there is none. */
  public @Nullable Loop parent() {
    return parent;
  }

  /** The only block that leads back to the header; null if there are several. */
  public @Nullable Block latch() {
    return latches.size() == 1 ? latches.get(0) : null;
  }

  /** The block before the loop that leads only into it; null if there is none. */
  public @Nullable Block preheader() {
    Set<Block> outside = new LinkedHashSet<>(header.predecessors());
    outside.removeAll(blocks);
    if (outside.size() != 1) {
      return null;
    }
    Block block = outside.iterator().next();
    return block.successors().size() == 1 ? block : null;
  }

  /** Whether the loop can only be left behind its latch. */
  public boolean leavesOnlyAtLatch() {
    Block latch = latch();
    return latch != null
        && blocks.stream()
            .allMatch(block -> block == latch || blocks.containsAll(block.successors()))
        && latch.successors().size() == 2
        && !blocks.containsAll(latch.successors())
        && blocks.stream().noneMatch(block -> block.successors().isEmpty());
  }

  /** Whether a value is the same in all iterations, because it comes from outside. */
  public boolean isInvariant(Value value) {
    return value instanceof Constant
        || value instanceof GlobalObject
        || !(value instanceof Instruction instruction)
        || !blocks.contains(instruction.block());
  }

  @Override
  public String toString() {
    return "loop at " + header;
  }
}
