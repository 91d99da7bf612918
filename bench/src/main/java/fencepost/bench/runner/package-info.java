/**
 * Measures race detectors with the cases of a benchmark suite: reads the labels, runs a tool on
 * every case, and makes tables of the outcomes. It knows no detector; {@link
 * fencepost.bench.runner.Tool} is what one must be able to do.
 */
@NullMarked
package fencepost.bench.runner;

import org.jspecify.annotations.NullMarked;
