/**
 * MPI: what its calls mean in the race model. {@link fencepost.frontend.mpi.MpiFrontEnd} lists the
 * calls; the classes beside it hold one part of the standard each. Section numbers are those of MPI
 * 4.1.
 */
@NullMarked
package fencepost.frontend.mpi;

import org.jspecify.annotations.NullMarked;
