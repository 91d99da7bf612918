/**
 * The algorithm. {@link fencepost.engine.Detector} is the race definition, word for word; the other
 * classes hold what it looks at. Front ends speak to it through {@link fencepost.engine.Execution}
 * and nothing here knows any of them.
 */
@NullMarked
package fencepost.engine;

import org.jspecify.annotations.NullMarked;
