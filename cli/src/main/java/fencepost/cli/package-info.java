/** The commands: compile, run, analyse, and set-up. */
@NullMarked
package fencepost.cli;

import org.jspecify.annotations.NullMarked;
