/**
 * What all programming models have in common: the program and its ranks, the memory of each, the
 * values they see, collectives, and effects that wait for their completion.
 */
@NullMarked
package fencepost.frontend.program;

import org.jspecify.annotations.NullMarked;
