/** Control flow: dominators, loops, how often they run, and how values change in them. */
@NullMarked
package fencepost.program.flow;

import org.jspecify.annotations.NullMarked;
