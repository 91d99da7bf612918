package fencepost.program.ir;

import java.util.List;

/** A value that depends on the block that was executed before. */
public final class Phi extends Instruction {
  private final List<Block> sources;

  Phi(Common common, List<Block> sources) {
    super(common);
    this.sources = sources;
  }

  /** The block that each operand comes from. */
  public List<Block> sources() {
    return sources;
  }

  /** The value if the block was the one before. */
  public Value from(Block block) {
    return operand(sources.indexOf(block));
  }
}
