package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One process of the program: its memory, its stack of functions, and where it is. */
public final class Process {
  private static final int FIRST_STACK = 1 << 16;
  private static final int LARGEST_STACK = 1 << 28;

  /** What a process is doing. */
  public enum State {
    RUNNING,
    WAITING,
    ENDED
  }

  private final Machine machine;
  private final int rank;
  final Memory memory = new Memory();
  private Watcher watcher;

  /** The registers of the function that is being executed, and which of them are unknown. */
  long[] r = new long[0];

  int @Nullable [] s;
  @Nullable Frame frame;
  private @Nullable Step step;
  private long steps;

  private State state = State.RUNNING;
  private boolean paused;
  private int nested;
  private @Nullable BooleanSupplier ready;
  private @Nullable Runnable rest;
  private @Nullable Invocation waitingIn;
  private @Nullable Halt end;
  private @Nullable Thrown thrown;
  private final Map<Long, Thrown> exceptions = new HashMap<>();

  private long stack;
  private int stackTop;

  Process(Machine machine, int rank) {
    this.machine = machine;
    this.rank = rank;
    this.watcher = Watcher.NOBODY;
  }

  /** It starts with calls of functions, the last of which is main. */
  void start() {
    stack = memory.allocate(FIRST_STACK);
    stackTop = 16;
  }

  public Machine machine() {
    return machine;
  }

  public int rank() {
    return rank;
  }

  public Memory memory() {
    return memory;
  }

  public Watcher watcher() {
    return watcher;
  }

  public void watchedBy(Watcher newWatcher) {
    watcher = newWatcher;
  }

  public State state() {
    return state;
  }

  /** How many instructions it has executed. */
  public long steps() {
    return steps;
  }

  /** Why it ended; null while it has not. */
  public @Nullable Halt end() {
    return end;
  }

  /** The function in which it waits; empty if it does not. */
  public String waitingIn() {
    return state == State.WAITING && waitingIn != null ? waitingIn.name() : "";
  }

  // ---- running ----

  /** Whether it could go on now. */
  boolean canRun() {
    return state == State.RUNNING || (state == State.WAITING && ready != null && isReady(ready));
  }

  private boolean isReady(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (Halt halt) {
      ended(halt);
      return false;
    }
  }

  /** Executes at most so many steps. */
  void run(int most) {
    try {
      if (state == State.WAITING) {
        state = State.RUNNING;
        Runnable todo = rest;
        if (todo != null) {
          todo.run();
        }
        if (state == State.WAITING) {
          return;
        }
      }
      execute(most);
    } catch (Halt halt) {
      ended(halt.reason() == Halt.Reason.FAULT ? fault(halt.message()) : halt);
    } catch (IndexOutOfBoundsException e) {
      ended(fault("access outside of any variable"));
    } catch (ArithmeticException e) {
      ended(fault("division by zero"));
    }
  }

  private Halt fault(String what) {
    return Halt.fault(what + " at " + machine.place(siteOfStep()));
  }

  private void execute(int most) {
    Step now = step;
    int left = most;
    paused = false;
    while (now != null && left > 0) {
      step = now;
      now = now.execute(this);
      left--;
    }
    steps += most - left;
    if (now != null) {
      step = now;
    } else if (state == State.RUNNING && !paused) {
      throw Halt.exit((int) returned);
    }
  }

  private long siteOfStep() {
    return step instanceof Located located ? located.site() : 0;
  }

  void kill(Halt halt) {
    ended(halt);
  }

  private void ended(Halt halt) {
    state = State.ENDED;
    end = halt;
  }

  /** It waits in a call until the condition holds; then the rest of the call is done. */
  void wait(Invocation invocation, BooleanSupplier condition, Runnable afterwards) {
    state = State.WAITING;
    waitingIn = invocation;
    ready = condition;
    rest = afterwards;
  }

  void pause() {
    paused = true;
  }

  // ---- what is not known ----

  /** A register is this unknown, or known if it is 0. */
  void mark(int to, int unknown) {
    if (s == null) {
      if (unknown == 0) {
        return;
      }
      s = new int[r.length];
      Objects.requireNonNull(frame).s = s;
    }
    s[to] = unknown;
  }

  /** A register was computed of two others. */
  void derive(int to, Opcode opcode, int a, int b) {
    int[] marks = Objects.requireNonNull(s);
    marks[to] =
        (marks[a] | marks[b]) == 0
            ? 0
            : machine.unknowns().derive(opcode, marks[a], r[a], marks[b], r[b]);
  }

  void compared(int to, Relation relation, int a, int b) {
    int[] marks = Objects.requireNonNull(s);
    marks[to] =
        (marks[a] | marks[b]) == 0
            ? 0
            : machine.unknowns().compare(relation, marks[a], r[a], marks[b], r[b]);
  }

  /** The values of phis move with what is unknown of them. */
  void move(int[] from, int[] to) {
    int[] marks = Objects.requireNonNull(s);
    int[] values = new int[from.length];
    for (int i = 0; i < from.length; i++) {
      values[i] = marks[from[i]];
    }
    for (int i = 0; i < from.length; i++) {
      marks[to[i]] = values[i];
    }
  }

  /** The process goes one of two ways, by a register. */
  void decided(int condition) {
    int unknown = Objects.requireNonNull(s)[condition];
    if (unknown != 0) {
      machine.unknowns().decided(unknown, r[condition] != 0);
    }
  }

  /** The process goes one of many ways, by a register. */
  void switched(int value, Set<Long> cases) {
    int unknown = Objects.requireNonNull(s)[value];
    for (long number : unknown == 0 ? Set.<Long>of() : cases) {
      Unknowns unknowns = machine.unknowns();
      int test = unknowns.compare(Relation.EQUAL, unknown, r[value], 0, number);
      unknowns.decided(test, r[value] == number);
    }
  }

  // ---- library calls ----

  /** What a library call returns to the interpreter: nothing if the process waits. */
  @Nullable Step afterCall(@Nullable Step next) {
    if (state == State.WAITING || (paused && nested == 0)) {
      step = next;
      return null;
    }
    return next;
  }

  // ---- functions ----

  /** Begins a function; its arguments are put into its registers by the caller. */
  Frame enter(Code code, @Nullable Step next, int result, int site) {
    Frame called = code.frame();
    called.caller = frame;
    called.next = next;
    called.result = result;
    called.site = site;
    called.stackBase = stackTop;
    frame = called;
    return called;
  }

  /** Makes the registers of the present function the current ones. */
  void resume(Frame present) {
    r = present.r;
    s = present.s;
  }

  /** Ends the present function, and gives what it returns to its caller. */
  @Nullable Step returnFrom(int value, int words, int site) {
    Frame ended = Objects.requireNonNull(frame);
    int unknown = s == null || value < 0 ? 0 : s[value];
    Step next = leave(ended, site);
    if (ended.result >= 0) {
      System.arraycopy(ended.r, value, r, ended.result, words);
      mark(ended.result, unknown);
    } else if (value >= 0) {
      returned = ended.r[value];
    }
    return next;
  }

  private @Nullable Step leave(Frame ended, int site) {
    if (stackTop > ended.stackBase && memory.block(stack).watched) {
      watcher.leave(stack + ended.stackBase, stack + stackTop, siteOf(site));
    }
    stackTop = ended.stackBase;
    frame = ended.caller;
    Step next = ended.next;
    ended.s = null;
    ended.code.giveBack(ended);
    if (frame != null) {
      resume(frame);
    }
    return next;
  }

  // ---- exceptions ----

  /** The present call throws when it has ended. */
  void willThrow(Thrown exception) {
    thrown = exception;
    exceptions.put(exception.object(), exception);
  }

  /** The exception that has been thrown with the object at an address. */
  public Thrown exceptionAt(long object) {
    Thrown known = exceptions.get(object);
    if (known == null) {
      throw Halt.unmodelled("an exception of another language");
    }
    return known;
  }

  /** After a library call: where the program goes on. */
  @Nullable Step afterLibraryCall(@Nullable Step next, int site) {
    Thrown exception = thrown;
    if (exception == null) {
      return afterCall(next);
    }
    thrown = null;
    return unwind(exception, next, site);
  }

  /**
   * Leaves functions until one takes the exception.
   *
   * @param next where the present function would go on
   */
  @Nullable Step unwind(Thrown exception, @Nullable Step next, int site) {
    Step continuation = next;
    while (frame != null) {
      Step taken =
          continuation instanceof Jumps.AfterInvoke invoke ? invoke.take(this, exception) : null;
      if (taken != null) {
        return taken;
      }
      if (continuation == null && nested > 0) {
        throw Halt.unmodelled("an exception that goes through a library function");
      }
      continuation = leave(frame, site);
    }
    throw Halt.fault("an exception that nobody catches: " + exception.type());
  }

  /** Whether there is a function of the program at an address. */
  public boolean defines(long function) {
    return machine.code(function) != null;
  }

  /** Calls a function of the program from a library function, and returns what it returns. */
  public long invoke(long function, long... arguments) {
    Code code = machine.code(function);
    if (code == null) {
      throw Halt.unmodelled("a call through a pointer that is no function");
    }
    long[] registers = r;
    int[] marks = s;
    Frame called = enter(code, null, -1, 0);
    System.arraycopy(arguments, 0, called.r, code.firstArgument, arguments.length);
    resume(called);
    Frame caller = called.caller;
    Step now = code.entry();
    nested++;
    while (frame != caller && now != null) {
      steps++;
      now = now.execute(this);
      if (state == State.WAITING) {
        throw Halt.unmodelled("a function that a library calls waits for another process");
      }
    }
    nested--;
    r = registers;
    s = marks;
    return returned;
  }

  /** The same, by the name of the function. */
  public long invoke(String name, long... arguments) {
    return invoke(machine.image().addressOf(name), arguments);
  }

  /** What the last function returned, for a caller that is a library function. */
  long returned;

  void begin(Code code, long... arguments) {
    Frame called = enter(code, null, -1, 0);
    System.arraycopy(
        arguments, 0, called.r, code.firstArgument, Math.min(arguments.length, code.arguments));
    resume(called);
    step = code.entry();
  }

  // ---- the stack ----

  /** Room for local variables. */
  long allocateOnStack(long size) {
    int at = (stackTop + 15) & ~15;
    if (size < 0 || at + size > LARGEST_STACK) {
      throw Halt.fault("the stack is full");
    }
    int needed = at + (int) size;
    Block block = memory.block(stack);
    if (needed > block.size()) {
      memory.grow(stack, Math.max(needed, 2 * block.size()));
    }
    memory.fill(stack + at, (byte) 0, size);
    stackTop = needed;
    return stack + at;
  }

  /** The code address of a place, or of the program's call if the place is in a library header. */
  long siteOf(int site) {
    int shown = site;
    for (Frame at = frame;
        at != null && machine.isInLibrary(shown) && at.site != 0;
        at = at.caller) {
      shown = at.site;
    }
    return shown;
  }
}
