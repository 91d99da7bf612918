package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** A function that is being executed. */
final class Frame {
  final Code code;
  final long[] r;
  int @Nullable [] s;
  @Nullable Frame caller;

  /** What the caller does next, and the register of its where the result goes; -1 for none. */
  @Nullable Step next;

  int result;

  /** The place of the call. */
  int site;

  int stackBase;

  /** Where the arguments are that the function does not name. */
  long unnamed;

  Frame(Code code) {
    this.code = code;
    this.r = code.constants.clone();
  }
}
