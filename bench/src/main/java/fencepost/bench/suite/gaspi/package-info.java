/** Scenarios of GASPI: its calls as statements, and the cases of the suite. */
@NullMarked
package fencepost.bench.suite.gaspi;

import org.jspecify.annotations.NullMarked;
