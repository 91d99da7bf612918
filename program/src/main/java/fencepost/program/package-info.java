/** Programs as LLVM sees them: which accesses can race, and how they are instrumented. */
@NullMarked
package fencepost.program;

import org.jspecify.annotations.NullMarked;
