/**
 * A program as LLVM sees it, copied once into plain objects: modules, functions, blocks,
 * instructions, constants, source places. Only the reader knows LLVM.
 */
@NullMarked
package fencepost.program.ir;

import org.jspecify.annotations.NullMarked;
