/**
 * What is recorded of an execution. The wrappers and the capture library of a run are executed with
 * the program; here is what lies below them: the ring, the table of watched memory, loads and
 * stores, and the time.
 */
@NullMarked
package fencepost.check.record;

import org.jspecify.annotations.NullMarked;
