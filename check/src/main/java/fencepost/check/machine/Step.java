package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** An instruction, ready to be executed: its registers are numbers, and it knows what follows. */
abstract class Step {
  /** What is executed behind it, unless it says something else. */
  @Nullable Step next;

  /** Does it, and returns what to do next; null if the process cannot go on now. */
  abstract @Nullable Step execute(MachineProcess p);
}
