/**
 * Records: the tables in {@code api/} that say what is recorded, the C wrappers generated from
 * them, and the readers of what those wrappers wrote. Knows what a call's arguments are, not what
 * they mean.
 */
@NullMarked
package fencepost.trace;

import org.jspecify.annotations.NullMarked;
