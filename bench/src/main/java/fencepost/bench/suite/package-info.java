/**
 * The benchmark suite: scenarios, which are small parallel programs in a language of their own,
 * their labels, and the files that are made from them.
 */
@NullMarked
package fencepost.bench.suite;

import org.jspecify.annotations.NullMarked;
