/**
 * MPI as a library of the {@link fencepost.check.machine machine}: every call does what the
 * standard says, data really moves, and is recorded as the capture library would have recorded it.
 *
 * <p>Another programming model is added in the same way: a {@link fencepost.check.machine.Library}
 * whose routines make a {@link fencepost.check.record.RecordedCall} of each call of its table, and
 * a {@link fencepost.check.record.Capture} for the statements of that table.
 */
@NullMarked
package fencepost.check.mpi;

import org.jspecify.annotations.NullMarked;
