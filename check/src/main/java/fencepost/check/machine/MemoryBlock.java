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

  /** Whether it holds memory that matters to other processes, or to operations in flight. */
  private boolean matters;

  /** How many processes look at all accesses at present; it may be mapped by several. */
  private int lookers;

  MemoryBlock(int size) {
    data = size == 0 ? NOTHING : new byte[size];
  }

  public int size() {
    return data.length;
  }

  /** Accesses are to be looked at from now on. */
  void watch() {
    matters = true;
    update();
  }

  /** So many more processes, or fewer, want to look at all accesses for a time. */
  void watchAlso(int processes) {
    lookers += processes;
    update();
  }

  private void update() {
    watched = matters || lookers > 0;
    special = watched || unknown != null;
  }

  /** It is given back: every further access is wrong. */
  void free() {
    data = NOTHING;
    unknown = null;
  }
}
