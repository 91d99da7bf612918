package fencepost.check.machine;

import fencepost.program.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One process of the program: its memory and its strands, which take turns. */
public final class MachineProcess extends Registers {
  private static final int FIRST_STACK = 1 << 16;

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
  final MachineMemory memory = new MachineMemory();
  private Watcher watcher;

  private long steps;
  private long activations;

  private final List<MachineStrand> strands = new ArrayList<>(List.of(new MachineStrand(0)));
  private MachineStrand now = strands.get(0);
  private @Nullable Halt end;

  /** The exceptions of the program. */
  public final Exceptions exceptions = new Exceptions(this);

  final SavedPlaces places = new SavedPlaces(this);

  MachineProcess(Machine machine, int rank) {
    super(machine.unknowns());
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

  public MachineMemory memory() {
    return memory;
  }

  public Watcher watcher() {
    return watcher;
  }

  public void watchedBy(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** The strand that has its turn. */
  public MachineStrand strand() {
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

  private boolean canRun(MachineStrand strand) {
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
    if (machine.isInOppositeOrder()) {
      for (int n = strands.size(); n-- > 0; ) {
        runIfReady(strands.get(n), most);
      }
    } else {
      for (int n = 0; n < strands.size(); n++) { // also those that were created meanwhile
        runIfReady(strands.get(n), most);
      }
    }
  }

  private void runIfReady(MachineStrand strand, int most) {
    if (end == null && canRun(strand)) {
      switchTo(strand);
      runStrand(most);
    }
  }

  private void switchTo(MachineStrand strand) {
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
    MachineStrand running = now;
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
  private void endOfStrand(MachineStrand strand) {
    if (strand.number() == 0) {
      throw Halt.exit((int) strand.returned);
    }
    endStrand();
  }

  /** The present strand does not go on; a process without strands ends. */
  public void endStrand() {
    now.state = State.ENDED;
    now.paused = true;
    if (strands.stream().allMatch(MachineStrand::hasEnded)) {
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

  /**
   * The present strand is about to make a call. Whether it is held before it, and makes it later.
   */
  boolean isHeldBefore(int site) {
    Holds holds = machine.holds();
    if (holds.isEmpty() || now.nested > 0) {
      return false;
    }
    if (now.wasHeld) {
      now.wasHeld = false;
      return false;
    }
    if (!holds.begins(rank, siteOf(site))) {
      return false;
    }
    waitFor("", holds.hold(), () -> {});
    now.wasHeld = now.state == State.WAITING;
    return now.wasHeld;
  }

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
  public MachineStrand spawn(
      Map<Long, Long> locals, Runnable atEnd, long function, long... arguments) {
    MachineStrand creator = now;
    MachineStrand strand = new MachineStrand(strands.size());
    strand.locals = locals;
    strand.stack = memory.allocate(FIRST_STACK);
    strands.add(strand);
    machine.orderMatters();
    switchTo(strand);
    begin(codeAt(function), arguments);
    Objects.requireNonNull(frame).next = new CallSteps.Rest(atEnd, null);
    switchTo(creator);
    created();
    return strand;
  }

  /** The present strand has given others something to do. */
  public void created() {
    if (machine.isInOppositeOrder()) {
      pause();
    }
  }

  /** The present strand has communicated. */
  void offerTurn() {
    if (machine.isInOppositeOrder()) {
      pause();
    }
  }

  /** Which of so many pieces of work that wait, the oldest first, is begun now. */
  public int choiceOfWork(int waiting) {
    return machine.isInOppositeOrder() ? waiting - 1 : 0;
  }

  /** The present strand's instance of a thread-local variable. */
  long threadLocal(long variable) {
    if (!isInCapture()) {
      now.useLocal();
    }
    if (now.number() == 0) {
      return variable;
    }
    return now.locals.computeIfAbsent(variable, at -> machine.image().instance(at, memory));
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
    MachineCode code = codeAt(function);
    MachineFrame called = enter(code, new CallSteps.Rest(rest, now.after), -1, (int) siteOfStep());
    System.arraycopy(
        arguments, 0, called.r, code.firstArgument, Math.min(arguments.length, code.arguments));
    resume(called);
    now.entered = code.entry();
  }

  private MachineCode codeAt(long function) {
    MachineCode code = machine.code(function);
    if (code == null) {
      throw Halt.unmodelled("a call through a pointer that is no function of the program");
    }
    return code;
  }

  // ---- functions ----

  /** Begins a function; its arguments are put into its registers by the caller. */
  MachineFrame enter(MachineCode code, @Nullable Step next, int result, int site) {
    MachineFrame called = code.frame();
    called.caller = frame;
    called.next = next;
    called.result = result;
    called.site = site;
    called.stackBase = now.stackTop;
    called.stackMost = now.stackTop;
    called.activation = ++activations;
    frame = called;
    return called;
  }

  /** A number that only the present call of a function has; 0 if there is none. */
  public long activation() {
    return frame == null ? 0 : frame.activation;
  }

  /** Ends the present function, and gives what it returns to its caller. */
  @Nullable Step returnFrom(int value, int words, int site) {
    MachineFrame ended = Objects.requireNonNull(frame);
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

  /** Leaves the present function; returns where its caller goes on. */
  @Nullable Step leave(MachineFrame ended, int site) {
    int most = Math.max(now.stackTop, ended.stackMost);
    if (most > ended.stackBase && memory.block(now.stack).watched && !ended.code.ofCapture) {
      watcher.leave(now.stack + ended.stackBase, now.stack + most, siteOf(site));
    }
    return drop(ended);
  }

  /** Leaves all functions above one at once, in which a call returns a second time. */
  void jump(LibraryCall call, long intoActivation, int newStackTop, long value) {
    if (now.stackTop > newStackTop && memory.block(now.stack).watched) {
      long site = siteOf((int) siteOfStep());
      watcher.jump(now.stack + newStackTop, now.stack + now.stackTop, site);
    }
    while (frame != null && frame.activation != intoActivation) {
      drop(frame);
    }
    now.stackTop = newStackTop;
    call.store(this, value);
    if (call.result() >= 0) {
      mark(call.result(), 0);
    }
    now.entered = call.next;
  }

  /** What is beyond is free again: variables of a block whose size was not known before it ran. */
  void cutStack(long end) {
    if (frame != null) {
      frame.stackMost = Math.max(frame.stackMost, now.stackTop);
    }
    now.stackTop = (int) (end - now.stack);
  }

  private @Nullable Step drop(MachineFrame ended) {
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

  // ---- for libraries ----

  /** The address of a variable by its name; 0 if the program does not refer to it. */
  public long addressOfVariable(String name) {
    return machine.image().addressOfVariable(name);
  }

  /** Whether there is a function of the program at an address. */
  public boolean defines(long function) {
    return machine.code(function) != null;
  }

  /** The name of the function at an address, which a library may define; empty if there is none. */
  public String nameOfFunction(long function) {
    Function named = machine.image().functionAt(function);
    return named == null ? "" : named.name();
  }

  /** Calls a function of the program from a library function, and returns what it returns. */
  public long invoke(long function, long... arguments) {
    MachineCode code = codeAt(function);
    long[] registers = r;
    int[] marks = s;
    MachineFrame called = enter(code, null, -1, 0);
    System.arraycopy(arguments, 0, called.r, code.firstArgument, arguments.length);
    resume(called);
    MachineFrame caller = called.caller;
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

  void begin(MachineCode code, long... arguments) {
    MachineFrame called = enter(code, null, -1, 0);
    System.arraycopy(
        arguments, 0, called.r, code.firstArgument, Math.min(arguments.length, code.arguments));
    resume(called);
    now.step = code.entry();
  }

  /**
   * The code address of a place, or of the program's call if the place is in a library header or in
   * the capture library.
   */
  long siteOf(int site) {
    int shown = site;
    for (MachineFrame at = frame;
        at != null && (at.code.ofCapture || machine.isInLibrary(shown)) && at.site != 0;
        at = at.caller) {
      shown = at.site;
    }
    return shown;
  }

  /** Where the functions were called that lead to the call which the capture library is in. */
  public List<Long> callers(int most) {
    List<Long> callers = new ArrayList<>();
    MachineFrame at = frame;
    while (at != null && at.code.ofCapture) {
      at = at.caller;
    }
    // A function that a library has called, as the function of a task, is called from nowhere.
    for (;
        at != null && at.site != 0 && callers.size() < most && !(at.next instanceof CallSteps.Rest);
        at = at.caller) {
      if (!machine.isInLibrary(at.site)) {
        callers.add((long) at.site);
      }
    }
    return callers;
  }
}
