/** Puts the calls of the capture runtime into modules, as few of them as possible. */
@NullMarked
package fencepost.program.instrument;

import org.jspecify.annotations.NullMarked;
