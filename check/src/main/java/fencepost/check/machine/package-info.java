/**
 * A machine that executes LLVM IR: every process of a parallel program in turn, in one thread.
 *
 * <p>Memory is made of {@link fencepost.check.machine.Block blocks}; an address is the number of a
 * block and, in its lower half, a distance from its start. A function is translated once into
 * linked {@link fencepost.check.machine.Step steps}. What the program calls and does not define is
 * looked up in {@link fencepost.check.machine.Library libraries}: that is where the C library and
 * the programming models come in.
 */
@NullMarked
package fencepost.check.machine;

import org.jspecify.annotations.NullMarked;
