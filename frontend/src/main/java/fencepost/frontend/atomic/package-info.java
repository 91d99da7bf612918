/**
 * Synchronisation through values: who wrote what an atomic operation has read. A program that
 * builds locks, counters or barriers from atomic operations is ordered by the values it sees, and
 * no annotation is needed to know that.
 */
@NullMarked
package fencepost.frontend.atomic;

import org.jspecify.annotations.NullMarked;
