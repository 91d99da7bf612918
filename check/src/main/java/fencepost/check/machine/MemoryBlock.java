package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** A piece of memory: a variable, an allocation, the stack of a process. */
public final class MemoryBlock {
  private static final byte[] NOTHING = new byte[0];

  /** What it is made of; its length is the size of the block, so that nothing lies outside. */
  byte[] data;

  /**
   * Where its content is not known, the unknown that it comes from; null while all of it is known.
   */
  int @Nullable [] unknown;

  /** Whether accesses to it may have to be recorded, or contain something unknown. */
  boolean special;

  /** Whether accesses to it may have to be recorded. */
  boolean watched;

  MemoryBlock(int size) {
    data = size == 0 ? NOTHING : new byte[size];
  }

  public int size() {
    return data.length;
  }

  /** Accesses are to be looked at from now on. */
  void watch() {
    watched = true;
    special = true;
  }

  /** It is given back: every further access is wrong. */
  void free() {
    data = NOTHING;
    unknown = null;
  }
}
