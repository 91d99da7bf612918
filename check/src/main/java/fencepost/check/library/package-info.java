/**
 * The C library and the C++ runtime as {@link fencepost.check.machine.Library libraries} of the
 * machine. What a function reads and writes is recorded where the capture library records it.
 */
@NullMarked
package fencepost.check.library;

import org.jspecify.annotations.NullMarked;
