/**
 * Findings without running anything: each operation is followed along the ways that the program may
 * take, until something completes it; what touches its buffer before that is a race.
 */
@NullMarked
package fencepost.check.dataflow;

import org.jspecify.annotations.NullMarked;
