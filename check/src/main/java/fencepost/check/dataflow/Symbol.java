package fencepost.check.dataflow;

import fencepost.program.ir.Argument;
import fencepost.program.ir.Block;
import fencepost.program.ir.Instruction;
import java.util.List;

/** A number or an address about which only this is known: where it comes from. */
sealed interface Symbol {

  /** Whether it is the start of some memory, rather than a distance. */
  boolean isAddress();

  /** Whether it means the same wherever in the program it is computed. */
  boolean isSettled();

  /**
   * The address of a variable, of allocated memory, of a segment.
   *
   * @param origin the instruction that makes it, the variable, or its name; see {@link
   *     fencepost.program.pointsto.PointsTo.Pointee}
   */
  record Thing(Object origin) implements Symbol {
    @Override
    public boolean isAddress() {
      return true;
    }

    @Override
    public boolean isSettled() {
      return true;
    }
  }

  /** What memory held when the operation was issued. */
  record Loaded(Sum address, boolean isAddress) implements Symbol {
    @Override
    public boolean isSettled() {
      return address.isSettled();
    }
  }

  /** What is computed of others in a way that is not followed, or told by a function of them. */
  record Computed(Object how, List<Sum> of, boolean isAddress) implements Symbol {
    @Override
    public boolean isSettled() {
      return of.stream().allMatch(Sum::isSettled);
    }
  }

  /** The result of an instruction, executed in a certain iteration of the loops around it. */
  record Made(Instruction instruction, Scope scope) implements Symbol {
    @Override
    public boolean isAddress() {
      return instruction.type().isPointer();
    }

    @Override
    public boolean isSettled() {
      return false;
    }
  }

  /** What a function is given by a caller that is not looked at. */
  record Given(Argument argument) implements Symbol {
    @Override
    public boolean isAddress() {
      return argument.type().isPointer();
    }

    @Override
    public boolean isSettled() {
      return false;
    }
  }

  /**
   * How often a loop has begun anew: one that the operation is in, when it is issued, or one that
   * is entered later, then at least once.
   */
  record Iteration(Block header, Scope scope, int least) implements Symbol {
    @Override
    public boolean isAddress() {
      return false;
    }

    @Override
    public boolean isSettled() {
      return false;
    }
  }
}
