package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/**
 * Functions that a program calls and does not define. To model another library, implement this and
 * hand it to the {@link Machine}; a routine reads its arguments and the caller's memory from the
 * {@link Invocation}, writes what the real one would write, and may wait for other processes.
 */
public interface Library {
  /** What a function of the name does; null if it is not one of ours. */
  @Nullable Routine routine(String name);

  /** Gives the library's variables that a process refers to their first content. */
  default void load(MachineProcess process) {}

  /** Whether its calls are those of which the order matters: they access the memory of others. */
  default boolean communicates() {
    return false;
  }

  /** What one function does. */
  interface Routine {
    void call(Invocation invocation);
  }
}
