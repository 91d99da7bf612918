package fencepost.check.machine;

/** Is told of accesses to blocks that are watched, and when memory ends. */
public interface Watcher {
  /** Before the start and after the end of a programming model nobody wants to know. */
  Watcher NOBODY = new Watcher() {};

  default void load(long address, long size, long site) {}

  default void store(long address, long size, long site) {}

  /** A block is given back to the allocator. */
  default void free(long address, long size, long site) {}

  /** Whether what is loaded and stored from now on is accessed atomically. */
  default void atomic(boolean is) {}

  /** An atomic variable was read: by one who wants to be ordered, or not. */
  default void atomicLoad(long address, boolean acquires, long site) {}

  /** An atomic variable was written; an update has read it in the same step. */
  default void atomicStore(long address, boolean releases, boolean updates, long site) {}

  default void fence(boolean acquires, boolean releases, long site) {}

  /** A function returns; its local variables were in this range. */
  default void leave(long from, long to, long site) {}

  /** A jump leaves functions; their local variables were in this range. */
  default void jump(long from, long to, long site) {}
}
