/**
 * Threads as {@link fencepost.check.machine.Library libraries} of the machine: OpenMP as clang
 * compiles it, POSIX threads, those of C11 and C++. Threads are strands of their process and take
 * turns, so that every execution is one that exists. A function of theirs that is not modelled ends
 * the process, because what it orders is not known.
 */
@NullMarked
package fencepost.check.threads;

import org.jspecify.annotations.NullMarked;
