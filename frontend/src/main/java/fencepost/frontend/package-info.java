/**
 * From records to the model: {@link fencepost.frontend.Analysis} reads the strands of a program and
 * lets the front end of its programming model translate their calls.
 */
@NullMarked
package fencepost.frontend;

import org.jspecify.annotations.NullMarked;
