/**
 * Where pointers may point: inclusion-based, with fields and heap sites, for a whole program. Sound
 * for what is visible; what is not visible is a world of its own that may do anything with what it
 * gets hold of.
 */
@NullMarked
package fencepost.program.pointsto;

import org.jspecify.annotations.NullMarked;
