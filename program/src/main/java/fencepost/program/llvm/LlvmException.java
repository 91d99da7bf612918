package fencepost.program.llvm;

/** LLVM could not do what it was asked to. */
public final class LlvmException extends RuntimeException {
  public LlvmException(String message) {
    super(message);
  }
}
