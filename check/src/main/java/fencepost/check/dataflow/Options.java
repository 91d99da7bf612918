package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import java.util.function.Predicate;

/**
 * What is looked for.
 *
 * @param skipped calls that need not be looked at, because executions that reached them were
 * @param crossRank whether pairs of accesses by different processes are told too
 */
public record Options(Predicate<Call> skipped, boolean crossRank) {
  /** Everything in the program, as far as one process can spoil its own buffers. */
  public static final Options DEFAULT = new Options(call -> false, false);
}
