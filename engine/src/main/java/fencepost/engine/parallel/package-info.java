/** The race index in a thread of its own. */
@NullMarked
package fencepost.engine.parallel;

import org.jspecify.annotations.NullMarked;
