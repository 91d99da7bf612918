/**
 * Findings before the run: the program is executed by a {@link fencepost.check.machine machine},
 * and its events go to the same front ends and the same engine as those of a run.
 */
@NullMarked
package fencepost.check;

import org.jspecify.annotations.NullMarked;
