/**
 * OpenSHMEM 1.5 for programs that are executed without a library: what its calls do to the memory
 * of the processes, and who waits for whom. A rule belongs to what the table of calls says that a
 * call means, so that it holds for all types.
 */
@NullMarked
package fencepost.check.shmem;

import org.jspecify.annotations.NullMarked;
