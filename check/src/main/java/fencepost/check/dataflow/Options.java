package fencepost.check.dataflow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * What is looked for.
 *
 * @param skipped operations that need not be looked at, because executions have reached them
 * @param unwound whether exceptions lead to a block, of those that they might lead to
 * @param goesOn asked now and then whether there is time left
 */
public record Options(Predicate<Call> skipped, Predicate<Block> unwound, BooleanSupplier goesOn) {
  /** Everything in the program, except where only an exception leads. */
  public static final Options DEFAULT = new Options(call -> false, block -> false, () -> true);
}
