/** Scenarios of MPI: its calls as statements, and the cases of the suite. */
@NullMarked
package fencepost.bench.suite.mpi;

import org.jspecify.annotations.NullMarked;
