package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.LLVMAtomicOrderingAcquire;
import static org.bytedeco.llvm.global.LLVM.LLVMAtomicOrderingAcquireRelease;
import static org.bytedeco.llvm.global.LLVM.LLVMAtomicOrderingNotAtomic;
import static org.bytedeco.llvm.global.LLVM.LLVMAtomicOrderingRelease;
import static org.bytedeco.llvm.global.LLVM.LLVMAtomicOrderingSequentiallyConsistent;

/**
 * What an access or a fence does to the order of threads; the strongest of C is no more than both.
 */
public enum MemoryOrder {
  NOT_ATOMIC(false, false),
  RELAXED(false, false),
  ACQUIRE(true, false),
  RELEASE(false, true),
  BOTH(true, true);

  private final boolean acquires;
  private final boolean releases;

  MemoryOrder(boolean acquires, boolean releases) {
    this.acquires = acquires;
    this.releases = releases;
  }

  /** By its number in LLVM. */
  public static MemoryOrder of(int llvm) {
    return switch (llvm) {
      case LLVMAtomicOrderingNotAtomic -> NOT_ATOMIC;
      case LLVMAtomicOrderingAcquire -> ACQUIRE;
      case LLVMAtomicOrderingRelease -> RELEASE;
      case LLVMAtomicOrderingAcquireRelease, LLVMAtomicOrderingSequentiallyConsistent -> BOTH;
      default -> RELAXED;
    };
  }

  public boolean acquires() {
    return acquires;
  }

  public boolean releases() {
    return releases;
  }
}
