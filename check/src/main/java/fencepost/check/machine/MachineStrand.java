package fencepost.check.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One thread of a process: its stack, where it is, and what it waits for. */
public final class MachineStrand {
  private static final int LARGEST_STACK = 1 << 28;

  private final int number;

  /** The registers and the function at which it goes on, while another strand has its turn. */
  long[] r = new long[0];

  int @Nullable [] s;
  @Nullable MachineFrame frame;
  @Nullable Step step;

  MachineProcess.State state = MachineProcess.State.RUNNING;
  boolean paused;

  /** It goes on with the call before which it was held. */
  boolean wasHeld;

  int nested;

  /** A function that a library has begun on this strand, and that comes before the rest. */
  @Nullable Step entered;

  /** What comes behind the library call that it makes. */
  @Nullable Step after;

  @Nullable BooleanSupplier ready;
  @Nullable Runnable rest;
  String waitingIn = "";

  long stack;
  int stackTop = 16;

  /** What the last function returned that no instruction of the program has called. */
  long returned;

  /** Its own instances of thread-local variables, by the address of the variable. */
  Map<Long, Long> locals = new HashMap<>();

  private boolean usesLocals;
  private long distinctions;

  MachineStrand(int number) {
    this.number = number;
  }

  /** 0 is the strand that executes main. */
  public int number() {
    return number;
  }

  /** It uses a variable of which every strand has its own. */
  void useLocal() {
    usesLocals = true;
  }

  public boolean usesLocals() {
    return usesLocals;
  }

  /** It gets something that no other strand gets: memory, a lock, the next value of a counter. */
  public void setApart() {
    distinctions++;
  }

  /** How often it was set apart. */
  public long distinctions() {
    return distinctions;
  }

  public boolean hasEnded() {
    return state == MachineProcess.State.ENDED;
  }

  /** Room for local variables. */
  long allocate(long size, MachineMemory memory) {
    int at = (stackTop + 15) & ~15;
    if (size < 0 || at + size > LARGEST_STACK) {
      throw Halt.fault("the stack is full");
    }
    int needed = at + (int) size;
    MemoryBlock block = memory.block(stack);
    if (needed > block.size()) {
      memory.grow(stack, Math.max(needed, 2 * block.size()));
    }
    memory.fill(stack + at, (byte) 0, size);
    stackTop = needed;
    return stack + at;
  }

  /** Where the part of its stack begins that no function uses at present. */
  public long freeStack() {
    return stack + stackTop;
  }

  /** Where its stack ends at the latest. */
  public long endOfStack() {
    return stack + LARGEST_STACK;
  }

  /** What its function has returned. */
  public long returned() {
    return returned;
  }
}
