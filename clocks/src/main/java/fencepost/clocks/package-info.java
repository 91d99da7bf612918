/** Happens-before: what each moment of an execution knows of every strand. */
@NullMarked
package fencepost.clocks;

import org.jspecify.annotations.NullMarked;
