package fencepost.check.dataflow;

import fencepost.program.ir.Instruction;
import java.util.function.Predicate;

/**
 * What is looked for.
 *
 * @param skipped what need not be looked at, because executions that reached it were; of a pair,
 *     both
 * @param crossRank whether pairs of accesses by different processes are told too
 */
public record Options(Predicate<Instruction> skipped, boolean crossRank) {
  /** Everything in the program, as far as one process can spoil its own buffers. */
  public static final Options DEFAULT = new Options(instruction -> false, false);
}
