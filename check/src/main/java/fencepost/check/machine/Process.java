package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One process of the program: its memory and its strands, which take turns. */
public final class Process {
  private static final int FIRST_STACK = 1 << 16;
  private static final int LARGEST_STACK = 1 << 28;

  /** How many steps there are, less one, between two questions whether to go on. */
  private static final int A_WHILE = (1 << 12) - 1;

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
  private long steps;

  private final List<Strand> strands = new ArrayList<>(List.of(new Strand(0)));
  private Strand now = strands.get(0);
  private @Nullable Halt end;
  private @Nullable Thrown thrown;
  private final Map<Long, Thrown> exceptions = new HashMap<>();

  Process(Machine machine, int rank) {
    this.machine = machine;
    this.rank = rank;
    this.watcher = Watcher.NOBODY;
  }

  /** It starts with calls of functions, the last of which is main. */
  void start() {
    now.stack = memory.allocate(FIRST_STACK);
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

  /** The strand that has its turn. */
  public Strand strand() {
    return now;
  }

  public boolean hasEnded() {
    return end != null;
  }

  /** How many instructions it has executed. */
  public long steps() {
    return steps;
  }

  /** Why it ended; null while it has not. */
  public @Nullable Halt end() {
    return end;
  }

  /** The function in which its first strand waits; empty if none does. */
  public String waitingIn() {
    return strands.stream()
        .filter(strand -> strand.state == State.WAITING)
        .map(strand -> strand.waitingIn)
        .findFirst()
        .orElse("");
  }

  // ---- running ----

  /** Whether it could go on now. */
  boolean canRun() {
    for (int n = 0; n < strands.size() && end == null; n++) {
      if (canRun(strands.get(n))) {
        return true;
      }
    }
    return false;
  }

  private boolean canRun(Strand strand) {
    return strand.state == State.RUNNING
        || (strand.state == State.WAITING && strand.ready != null && isReady(strand.ready));
  }

  private boolean isReady(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (Halt halt) {
      ended(halt);
      return false;
    }
  }

  /** Every strand that can go on executes at most so many steps. */
  void run(int most) {
    if (takesYoungest()) {
      for (int n = strands.size(); n-- > 0; ) {
        runIfReady(strands.get(n), most);
      }
    } else {
      for (int n = 0; n < strands.size(); n++) { // also those that were created meanwhile
        runIfReady(strands.get(n), most);
      }
    }
  }

  private void runIfReady(Strand strand, int most) {
    if (end == null && canRun(strand)) {
      switchTo(strand);
      runStrand(most);
    }
  }

  private void switchTo(Strand strand) {
    now.r = r;
    now.s = s;
    now.frame = frame;
    now = strand;
    r = strand.r;
    s = strand.s;
    frame = strand.frame;
  }

  private void runStrand(int most) {
    onBehalf(
        () -> {
          if (now.state == State.WAITING) {
            now.state = State.RUNNING;
            Runnable todo = now.rest;
            if (todo != null) {
              todo.run();
            }
            if (now.state == State.WAITING) {
              return;
            }
            now.step = enteredOr(now.step);
          }
          execute(most);
        });
  }

  /** Does what this process has asked for; whatever goes wrong ends this process and no other. */
  public void onBehalf(Runnable action) {
    try {
      action.run();
    } catch (Halt halt) {
      ended(halt.reason() == Halt.Reason.FAULT ? fault(halt.message()) : halt);
    } catch (IndexOutOfBoundsException e) {
      ended(fault("access outside of any variable"));
    } catch (ArithmeticException e) {
      ended(fault("division by zero"));
    } catch (ClassCastException e) { // what one process contributed another one does not expect
      ended(fault("collective calls meet that do not match"));
    }
  }

  private Halt fault(String what) {
    return Halt.fault(what + " at " + machine.place(siteOfStep()));
  }

  private void execute(int most) {
    Strand running = now;
    Step at = running.step;
    int left = most;
    running.paused = false;
    while (at != null && left > 0) {
      running.step = at;
      at = at.execute(this);
      if ((--left & A_WHILE) == 0) {
        machine.goOn();
      }
    }
    steps += most - left;
    if (at != null) {
      running.step = at;
    } else if (running.state == State.RUNNING && !running.paused) {
      endOfStrand(running);
    }
  }

  /** The function that the strand began with has returned; that of strand 0 is main. */
  private void endOfStrand(Strand strand) {
    if (strand.number() == 0) {
      throw Halt.exit((int) strand.returned);
    }
    endStrand();
  }

  /** The present strand does not go on; a process without strands ends. */
  public void endStrand() {
    now.state = State.ENDED;
    now.paused = true;
    if (strands.stream().allMatch(Strand::hasEnded)) {
      throw Halt.exit(0);
    }
  }

  private long siteOfStep() {
    return now.step instanceof Located located ? located.site() : 0;
  }

  void kill(Halt halt) {
    ended(halt);
  }

  private void ended(Halt halt) {
    strands.forEach(strand -> strand.state = State.ENDED);
    end = halt;
  }

  /** The present strand goes on only when the condition holds, and with the rest of the call. */
  public void waitFor(String where, BooleanSupplier condition, Runnable afterwards) {
    if (condition.getAsBoolean()) {
      afterwards.run();
      return;
    }
    now.state = State.WAITING;
    now.waitingIn = where;
    now.ready = condition;
    now.rest = afterwards;
  }

  void pause() {
    now.paused = true;
  }

  // ---- strands ----

  /** How many strands it has, the ended ones included. */
  public int strands() {
    return strands.size();
  }

  /**
   * Begins another strand.
   *
   * @param locals its instances of thread-local variables so far
   * @param atEnd what is done when its function has returned
   */
  public Strand spawn(Map<Long, Long> locals, Runnable atEnd, long function, long... arguments) {
    Strand creator = now;
    Strand strand = new Strand(strands.size());
    strand.locals = locals;
    strand.stack = memory.allocate(FIRST_STACK);
    strands.add(strand);
    machine.orderMatters();
    switchTo(strand);
    begin(codeAt(function), arguments);
    Objects.requireNonNull(frame).next = new Calls.Rest(atEnd, null);
    switchTo(creator);
    created();
    return strand;
  }

  /** The present strand has given others something to do. */
  public void created() {
    if (takesYoungest()) {
      pause();
    }
  }

  /** The present strand has communicated. */
  void offerTurn() {
    if (machine.order().switching()) {
      pause();
    }
  }

  /** Whether of several threads the youngest comes first. */
  private boolean takesYoungest() {
    return machine.order().reversed();
  }

  /** Which of so many pieces of work that wait, the oldest first, is begun now. */
  public int choiceOfWork(int waiting) {
    if (waiting > 1) {
      machine.workWaits();
    }
    return takesYoungest() || machine.order().youngestWork() ? waiting - 1 : 0;
  }

  /** The present strand's instance of a thread-local variable. */
  long threadLocal(long variable) {
    if (now.number() == 0) {
      return variable;
    }
    return now.locals.computeIfAbsent(variable, at -> machine.image().instance(at, memory));
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
  void decided(int condition, Step step) {
    int unknown = Objects.requireNonNull(s)[condition];
    if (unknown != 0 && !isInCapture()) {
      machine.unknowns().decided(unknown, r[condition] != 0, step);
    }
  }

  /** The process goes one of many ways, by a register. */
  void switched(int value, Set<Long> cases, Step step) {
    int unknown = isInCapture() ? 0 : Objects.requireNonNull(s)[value];
    for (long number : unknown == 0 ? Set.<Long>of() : cases) {
      Unknowns unknowns = machine.unknowns();
      int test = unknowns.compare(Relation.EQUAL, unknown, r[value], 0, number);
      unknowns.decided(test, r[value] == number, List.of(step, number));
    }
  }

  // ---- library calls ----

  /** What a library call returns to the interpreter: nothing if the process waits. */
  @Nullable Step afterCall(@Nullable Step next) {
    Step following = enteredOr(next);
    boolean pauses = now.paused && now.nested == 0 && !isInCapture();
    if (now.state != State.RUNNING || pauses) {
      now.step = following;
      return null;
    }
    return following;
  }

  private @Nullable Step enteredOr(@Nullable Step next) {
    Step first = now.entered;
    now.entered = null;
    return first != null ? first : next;
  }

  /** The step behind the library call that the present strand makes. */
  void calls(@Nullable Step next) {
    now.after = next;
  }

  /** The present strand executes a function of the program; then the rest of its call is done. */
  public void enter(Runnable rest, long function, long... arguments) {
    Code code = codeAt(function);
    Frame called = enter(code, new Calls.Rest(rest, now.after), -1, (int) siteOfStep());
    System.arraycopy(
        arguments, 0, called.r, code.firstArgument, Math.min(arguments.length, code.arguments));
    resume(called);
    now.entered = code.entry();
  }

  private Code codeAt(long function) {
    Code code = machine.code(function);
    if (code == null) {
      throw Halt.unmodelled("a call through a pointer that is no function of the program");
    }
    return code;
  }

  // ---- functions ----

  /** Whether a function of the capture library is being executed. */
  public boolean isInCapture() {
    return frame != null && frame.code.ofCapture;
  }

  /** Begins a function; its arguments are put into its registers by the caller. */
  Frame enter(Code code, @Nullable Step next, int result, int site) {
    Frame called = code.frame();
    called.caller = frame;
    called.next = next;
    called.result = result;
    called.site = site;
    called.stackBase = now.stackTop;
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
      now.returned = ended.r[value];
    }
    if (ended.code.ofCapture && !isInCapture()) {
      offerTurn();
      return afterCall(next);
    }
    return next;
  }

  private @Nullable Step leave(Frame ended, int site) {
    if (now.stackTop > ended.stackBase
        && memory.block(now.stack).watched
        && !ended.code.ofCapture) {
      watcher.leave(now.stack + ended.stackBase, now.stack + now.stackTop, siteOf(site));
    }
    now.stackTop = ended.stackBase;
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
      if (continuation == null && now.nested > 0) {
        throw Halt.unmodelled("an exception that goes through a library function");
      }
      continuation = leave(frame, site);
    }
    throw Halt.fault("an exception that nobody catches: " + exception.type());
  }

  /** The address of a variable by its name; 0 if the program does not refer to it. */
  public long addressOfVariable(String name) {
    return machine.image().addressOfVariable(name);
  }

  /** Whether there is a function of the program at an address. */
  public boolean defines(long function) {
    return machine.code(function) != null;
  }

  /** Calls a function of the program from a library function, and returns what it returns. */
  public long invoke(long function, long... arguments) {
    Code code = codeAt(function);
    long[] registers = r;
    int[] marks = s;
    Frame called = enter(code, null, -1, 0);
    System.arraycopy(arguments, 0, called.r, code.firstArgument, arguments.length);
    resume(called);
    Frame caller = called.caller;
    Step at = code.entry();
    now.nested++;
    while (frame != caller && at != null) {
      if ((++steps & A_WHILE) == 0) {
        machine.goOn();
      }
      at = at.execute(this);
      if (now.state == State.WAITING) {
        throw Halt.unmodelled("a function that a library calls waits for another process");
      }
    }
    now.nested--;
    r = registers;
    s = marks;
    return now.returned;
  }

  /** The same, by the name of the function. */
  public long invoke(String name, long... arguments) {
    return invoke(machine.image().addressOf(name), arguments);
  }

  void begin(Code code, long... arguments) {
    Frame called = enter(code, null, -1, 0);
    System.arraycopy(
        arguments, 0, called.r, code.firstArgument, Math.min(arguments.length, code.arguments));
    resume(called);
    now.step = code.entry();
  }

  // ---- the stack ----

  /** Room for local variables. */
  long allocateOnStack(long size) {
    int at = (now.stackTop + 15) & ~15;
    if (size < 0 || at + size > LARGEST_STACK) {
      throw Halt.fault("the stack is full");
    }
    int needed = at + (int) size;
    Block block = memory.block(now.stack);
    if (needed > block.size()) {
      memory.grow(now.stack, Math.max(needed, 2 * block.size()));
    }
    memory.fill(now.stack + at, (byte) 0, size);
    now.stackTop = needed;
    return now.stack + at;
  }

  /**
   * The code address of a place, or of the program's call if the place is in a library header or in
   * the capture library.
   */
  long siteOf(int site) {
    int shown = site;
    for (Frame at = frame;
        at != null && (at.code.ofCapture || machine.isInLibrary(shown)) && at.site != 0;
        at = at.caller) {
      shown = at.site;
    }
    return shown;
  }

  /** Where the functions were called that lead to the call which the capture library is in. */
  public List<Long> callers(int most) {
    List<Long> callers = new ArrayList<>();
    Frame at = frame;
    while (at != null && at.code.ofCapture) {
      at = at.caller;
    }
    for (; at != null && at.site != 0 && callers.size() < most; at = at.caller) {
      if (!machine.isInLibrary(at.site)) {
        callers.add((long) at.site);
      }
    }
    return callers;
  }
}
