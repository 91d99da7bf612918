/**
 * What races in a scenario, by brute force of the definition in {@code docs/model.md}:
 * happens-before as a graph with all its paths, every pair of effects, the conflict table cell by
 * cell. It knows no programming model and shares no code with the detector; the statements of a
 * scenario tell it what they do.
 */
@NullMarked
package fencepost.bench.suite.oracle;

import org.jspecify.annotations.NullMarked;
