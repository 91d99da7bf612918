package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** A function that is being executed. */
final class MachineFrame {
  final MachineCode code;
  final long[] r;
  int @Nullable [] s;
  @Nullable MachineFrame caller;

  /** What the caller does next, and the register of its where the result goes; -1 for none. */
  @Nullable Step next;

  int result;

  /** The place of the call. */
  int site;

  int stackBase;

  /** How far the stack has reached before some of it was given back. */
  int stackMost;

  /** A number that no other call of a function has. */
  long activation;

  /** Where the arguments are that the function does not name. */
  long unnamed;

  MachineFrame(MachineCode code) {
    this.code = code;
    this.r = code.constants.clone();
  }
}
