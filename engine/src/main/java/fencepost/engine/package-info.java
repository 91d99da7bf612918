/**
 * The algorithm. {@link fencepost.engine.MemoryIndex} is the race definition, word for word; the
 * other classes hold what it looks at. Front ends speak to {@link fencepost.engine.Detector}
 * through {@link fencepost.engine.Execution} and nothing here knows any of them.
 */
@NullMarked
package fencepost.engine;

import org.jspecify.annotations.NullMarked;
