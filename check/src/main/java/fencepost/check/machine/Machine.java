package fencepost.check.machine;

import fencepost.program.ir.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One execution of a program: its processes, taking turns. */
public final class Machine {
  private final Image image;
  private final List<Library> libraries = new ArrayList<>();
  private final List<MachineProcess> processes = new ArrayList<>();
  private final Unknowns unknowns;
  private final BitSet reached = new BitSet();
  private final Set<String> unmodelled = new TreeSet<>();
  private Library.@Nullable Routine[] routines = new Library.Routine[16];
  private long time;
  private Order order = Order.USUAL;
  private boolean orderMatters;
  private final Holds holds = new Holds(this);
  private Runnable beforeAssuming = () -> {};
  private Supervisor supervisor = () -> true;

  /** The order in which processes and their threads take turns. */
  public enum Order {
    /** Low ranks and old threads and tasks come first, each until it has to wait. */
    USUAL,
    /** High ranks and young ones come first, and the others after each call that communicates. */
    OPPOSITE
  }

  /**
   * Calls before which a process is held.
   *
   * @param site the code address of the calls
   * @param after that of a call of the process which comes first; 0 if none has to
   */
  public record Hold(int rank, long site, long after) {}

  /** How an execution ended. */
  public enum Ending {
    /** Every process has ended. */
    ENDED,
    /** Some processes wait for something that will not come. */
    STUCK,
    /** It was stopped. */
    STOPPED
  }

  /** Asked every few thousand steps whether to go on. */
  public interface Supervisor {
    boolean goesOn();
  }

  /** The supervisor has said no in the middle of a call. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  public Machine(Image image, int processes, Unknowns unknowns) {
    this.image = image;
    this.unknowns = unknowns;
    libraries.add(new Intrinsics());
    for (int rank = 0; rank < processes; rank++) {
      MachineProcess process = new MachineProcess(this, rank);
      load(process);
      this.processes.add(process);
    }
  }

  /** Functions that the program may call; those that were added earlier come first. */
  public void add(Library library) {
    libraries.add(library);
    processes.forEach(library::load);
  }

  private void load(MachineProcess process) {
    image.allVariables().forEach(variable -> image.place(variable, process.memory));
    process.start();
  }

  public Image image() {
    return image;
  }

  public List<MachineProcess> processes() {
    return processes;
  }

  public Unknowns unknowns() {
    return unknowns;
  }

  /**
   * Has calls held until the others have gone as far as they can.
   *
   * @param steps how many steps the others may take meanwhile
   */
  public void hold(List<Hold> calls, long steps) {
    holds.add(calls, steps);
  }

  Holds holds() {
    return holds;
  }

  boolean isInOppositeOrder() {
    return order == Order.OPPOSITE;
  }

  /** Something is done of which the result may be another in another order, and not recorded. */
  void orderMatters() {
    orderMatters = true;
  }

  /**
   * Whether the order of turns may make a difference that the records do not tell: some process had
   * threads, or has looked for something that was not there yet.
   */
  public boolean isOrderRelevant() {
    return orderMatters;
  }

  /** How many steps all processes have taken. */
  public long steps() {
    return processes.stream().mapToLong(MachineProcess::steps).sum();
  }

  /** A clock that never shows the same time twice. */
  public long tick() {
    return ++time;
  }

  public long time() {
    return time;
  }

  // ---- running ----

  /**
   * Has every process run its constructors and enter main, and lets them take turns until nothing
   * moves.
   *
   * @param turn how many steps a turn has
   * @param unknownCount the unknown that the number of arguments is; 0 if it is known
   */
  public Ending run(
      Order wanted, int turn, Supervisor asked, int unknownCount, long... mainArguments) {
    order = wanted;
    supervisor = asked;
    try {
      start(unknownCount, mainArguments);
      return takeTurns(turn);
    } catch (Stopped e) {
      return Ending.STOPPED;
    } finally {
      supervisor = () -> true; // what is called at the exit of a process
    }
  }

  /** Goes on only if the supervisor agrees. */
  void goOn() {
    if (!supervisor.goesOn()) {
      throw new Stopped();
    }
  }

  private void start(int unknownCount, long... mainArguments) {
    Function main = image.function("main");
    MachineCode code = main == null ? null : image.code(main);
    if (code == null) {
      throw new IllegalArgumentException("there is no main");
    }
    for (MachineProcess process : processes) {
      process.onBehalf(
          () -> {
            for (Function constructor : image.constructors()) {
              process.invoke(image.address(constructor));
            }
            process.begin(code, mainArguments);
            if (code.arguments > 0) {
              process.mark(code.firstArgument, unknownCount);
            }
          });
    }
  }

  private Ending takeTurns(int turn) {
    List<MachineProcess> round = new ArrayList<>(processes);
    if (isInOppositeOrder()) {
      Collections.reverse(round);
    }
    while (true) {
      boolean moved = false;
      for (MachineProcess process : round) {
        if (process.canRun()) {
          process.run(turn);
          moved = true;
        }
      }
      if (!moved && !holds.letOneGo()) {
        boolean ended = processes.stream().allMatch(MachineProcess::hasEnded);
        return ended ? Ending.ENDED : Ending.STUCK;
      }
      goOn();
    }
  }

  /** A process ends all of them. */
  public void abort(int code) {
    processes.forEach(process -> process.kill(Halt.exit(code)));
  }

  // ---- functions ----

  @Nullable MachineCode code(long pointer) {
    Function function = image.functionAt(pointer);
    return function == null ? null : image.code(function);
  }

  Library.Routine routine(int number) {
    if (number >= routines.length) {
      routines = Arrays.copyOf(routines, Math.max(number + 1, 2 * routines.length));
    }
    Library.Routine routine = routines[number];
    if (routine == null) {
      routine = find(image.libraryName(number));
      routines[number] = routine;
    }
    return routine;
  }

  private Library.Routine find(String name) {
    for (Library library : libraries) {
      Library.Routine routine = library.routine(name);
      if (routine != null) {
        return library.communicates() ? offeringTurns(routine) : routine;
      }
    }
    return invocation -> {
      if (unmodelled.isEmpty()) {
        beforeAssuming.run();
      }
      unmodelled.add(name);
      Unmodelled.call(invocation);
    };
  }

  /** What is to be done before the first call whose effects are not known. */
  public void beforeAssuming(Runnable listener) {
    beforeAssuming = listener;
  }

  private static Library.Routine offeringTurns(Library.Routine routine) {
    return invocation -> {
      routine.call(invocation);
      if (!invocation.process().isInCapture()) {
        invocation.process().offerTurn(); // else when the capture library returns
      }
    };
  }

  /** Functions that were called and that no library knows. */
  public Set<String> unmodelled() {
    return unmodelled;
  }

  // ---- places ----

  void reached(int site) {
    reached.set(site);
  }

  /** The code addresses of the library calls that were made. */
  public BitSet reached() {
    return reached;
  }

  boolean isInLibrary(int site) {
    return image.place(site).isInLibrary();
  }

  String place(long site) {
    Image.Place place = image.place(site);
    return place.file() + ":" + place.line();
  }
}
