/** The analysis of a trace as a job of Apache Flink. */
@NullMarked
package fencepost.cluster;

import org.jspecify.annotations.NullMarked;
