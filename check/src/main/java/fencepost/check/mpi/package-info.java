/**
 * MPI as a library of the {@link fencepost.check.machine machine}: every call does what the
 * standard says, and data really moves. Calls are recorded by the capture library, which is
 * executed with the program and calls this one.
 */
@NullMarked
package fencepost.check.mpi;

import org.jspecify.annotations.NullMarked;
