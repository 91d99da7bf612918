/** The part of LLVM that is used: reading bitcode, running passes, making objects. */
@NullMarked
package fencepost.program.llvm;

import org.jspecify.annotations.NullMarked;
