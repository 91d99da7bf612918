package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMGetGlobalContext;

/**
 * Loads LLVM. The classes of JavaCPP load their libraries while they are initialised, so two
 * threads that begin with different ones of them would wait for each other for ever: every way to
 * LLVM begins here.
 */
final class Llvm {
  static {
    LLVMGetGlobalContext();
  }

  private Llvm() {}

  /** Other threads wait until LLVM is there. */
  static void load() {}
}
