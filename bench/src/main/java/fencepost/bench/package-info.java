/**
 * Measurements: what monitoring costs a program ({@link fencepost.bench.Slowdown}), and how fast
 * the analysis is by itself ({@link fencepost.bench.Throughput}), the latter on traces that {@link
 * fencepost.bench.TraceWriter} makes up.
 */
@NullMarked
package fencepost.bench;

import org.jspecify.annotations.NullMarked;
