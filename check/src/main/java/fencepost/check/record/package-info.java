/**
 * Writes of an execution what the capture library would have recorded of a run: the same records,
 * made from the same table of calls. What the C code of the table's statements does in a run, the
 * {@link fencepost.check.record.Capture} of a programming model does here.
 */
@NullMarked
package fencepost.check.record;

import org.jspecify.annotations.NullMarked;
