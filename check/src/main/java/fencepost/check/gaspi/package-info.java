/**
 * GASPI 17.1 as a library of the {@link fencepost.check.machine machine}: data really moves between
 * segments. Limits, error codes and the layout of types are those of GPI-2, which the testbed has
 * too.
 *
 * <p>A request is carried out at once; any other moment until it is completed would be as good.
 */
@NullMarked
package fencepost.check.gaspi;

import org.jspecify.annotations.NullMarked;
