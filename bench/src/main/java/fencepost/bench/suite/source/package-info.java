/**
 * Source text of scenarios, in C, C++ and Fortran: memory, the calls that name it, and lines that
 * know which statement they belong to.
 */
@NullMarked
package fencepost.bench.suite.source;

import org.jspecify.annotations.NullMarked;
