package fencepost.check.machine;

/** A step whose place in the source is known. */
interface Located {
  /** The code address that stands for the place. */
  int site();
}
