/** GASPI: what its calls mean in the model. */
@NullMarked
package fencepost.frontend.gaspi;

import org.jspecify.annotations.NullMarked;
