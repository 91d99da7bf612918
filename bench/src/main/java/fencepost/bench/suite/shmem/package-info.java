/** Scenarios of OpenSHMEM: its calls as statements, and the cases of the suite. */
@NullMarked
package fencepost.bench.suite.shmem;

import org.jspecify.annotations.NullMarked;
