/** OpenSHMEM: what its calls mean in the model. */
@NullMarked
package fencepost.frontend.shmem;

import org.jspecify.annotations.NullMarked;
