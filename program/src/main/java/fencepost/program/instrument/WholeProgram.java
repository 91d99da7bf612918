package fencepost.program.instrument;

import fencepost.program.flow.QuietFunctions;
import fencepost.program.ir.Module;

/**
 * What the instrumentation of a module must know of the whole program.
 *
 * @param quiet functions in which nothing synchronises, and that come back
 * @param throwing the same, and those that may not come back
 * @param linkedWithRuntime whether the runtime is linked into the same file
 * @param threads whether there may be threads
 */
record WholeProgram(
    QuietFunctions quiet, QuietFunctions throwing, boolean linkedWithRuntime, boolean threads) {

  /** All of it that matters to a module. */
  String seenFrom(Module module) {
    return quiet.in(module) + " " + throwing.in(module) + " " + linkedWithRuntime + " " + threads;
  }
}
