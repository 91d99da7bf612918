package fencepost.check;

import fencepost.check.flang.FlangLibrary;
import fencepost.check.gaspi.GaspiWorld;
import fencepost.check.library.CLibrary;
import fencepost.check.library.Inputs;
import fencepost.check.machine.Halt;
import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.Unknowns;
import fencepost.check.mpi.MpiWorld;
import fencepost.check.record.CaptureRuntime;
import fencepost.check.record.Recorder;
import fencepost.check.record.SharedMemory;
import fencepost.check.shmem.ShmemWorld;
import fencepost.check.threads.ThreadLibrary;
import fencepost.engine.Race;
import fencepost.engine.RaceListener;
import fencepost.engine.Witness;
import fencepost.frontend.Analysis;
import fencepost.frontend.Strict;
import fencepost.model.Effect;
import fencepost.report.Candidate;
import fencepost.report.Finding;
import fencepost.report.RaceCollector;
import fencepost.report.ReportBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One execution of a program, and what the engine says about it. */
final class Trial {
  static final String SAMPLE_ARGUMENT = "4";
  private static final int MOST_ARGUMENTS = 6;
  private static final int BACKLOG = 1 << 14;
  private static final int TURN = 100_000;

  private final Image image;
  private final Setting setting;
  private final Budget budget;
  private final Runnable progress;
  private final RaceCollector races = new RaceCollector();
  private final Analysis analysis;
  private final Machine machine;
  private final Unknowns unknowns;
  private final List<Recorder> recorders = new ArrayList<>();
  private final Set<List<Object>> certain = new HashSet<>();
  private boolean dependsOnLuck;

  /**
   * How the program is executed.
   *
   * @param chosen values of inputs, by their number, where the program would go another way
   * @param held what is tried, by holding calls of it; null if nothing is held
   * @param patience how many steps the others may take while a call is held
   */
  record Setting(
      int ranks,
      Inputs inputs,
      Map<Integer, Long> chosen,
      Machine.Order order,
      @Nullable Candidate held,
      long patience) {
    Setting(int ranks, Inputs inputs, Map<Integer, Long> chosen) {
      this(ranks, inputs, chosen, Machine.Order.USUAL, null, 0);
    }

    Setting inOppositeOrder() {
      return new Setting(ranks, inputs, chosen, Machine.Order.OPPOSITE, null, 0);
    }

    Setting holding(Candidate candidate, long steps) {
      return new Setting(ranks, inputs, chosen, Machine.Order.USUAL, candidate, steps);
    }
  }

  /** What came of it. */
  record Outcome(
      Machine.Ending ending,
      boolean complete,
      List<Finding> findings,
      String models,
      List<String> notes,
      long events,
      long steps) {}

  /** There is no time left while the engine is at work. */
  private static final class TimeIsUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TimeIsUp() {
      super(null, null, false, false);
    }
  }

  Trial(Image image, Setting setting, Set<Strict> strict, Budget budget, Runnable progress) {
    this.image = image;
    this.setting = setting;
    this.budget = budget;
    this.progress = progress;
    this.analysis = Analysis.predicting(untilTimeIsUp(), strict, false);
    this.unknowns = new Unknowns(setting.chosen);
    this.machine = new Machine(image, setting.ranks, unknowns);
    SharedMemory shared = new SharedMemory();
    for (MachineProcess process : machine.processes()) {
      Recorder recorder = new Recorder(process, shared);
      recorders.add(recorder);
      recorder.records().beforeReading(this::needTime);
      analysis.add(recorder.records());
    }
    machine.add(new CaptureRuntime(recorders));
    machine.add(new CLibrary(setting.inputs));
    machine.add(new ThreadLibrary(recorders));
    machine.add(new FlangLibrary(setting.inputs));
    new MpiWorld(machine);
    new ShmemWorld(machine);
    new GaspiWorld(machine);
    machine.beforeAssuming(this::noteWhatIsCertain);
    if (setting.held != null) {
      List<Machine.Hold> calls =
          setting.held.holds().stream()
              .map(hold -> new Machine.Hold(hold.rank(), hold.offset(), hold.after()))
              .toList();
      machine.hold(calls, setting.patience);
    }
  }

  /** A few accesses may race with all others, so that there is no end of races. */
  private RaceListener untilTimeIsUp() {
    return new RaceListener() {
      @Override
      public void race(Effect earlier, Effect later, Supplier<Race> details) {
        needTime();
        races.race(earlier, later, details);
      }

      @Override
      public void predicted(Effect earlier, Effect later, Supplier<Race> details, Witness how) {
        needTime();
        races.predicted(earlier, later, details, how);
      }

      @Override
      public void candidate(Effect earlier, Effect later, Supplier<Race> details, Witness how) {
        races.candidate(earlier, later, details, how);
      }

      @Override
      public void dependsOnLuck() {
        dependsOnLuck = true;
      }

      @Override
      public void evidenceIsMissing() {
        races.evidenceIsMissing();
      }
    };
  }

  private void needTime() {
    if (!budget.allowsRecords()) {
      throw new TimeIsUp();
    }
  }

  /** What has been found so far does not depend on what is assumed from now on. */
  private void noteWhatIsCertain() {
    while (analysis.step()) {
      // what has been recorded
    }
    report().forEach(finding -> certain.add(finding.key()));
  }

  private List<Finding> report() {
    return builder().findings(races);
  }

  /** What may race in an execution that is told something else. */
  List<Candidate> candidates() {
    return builder().candidates(races);
  }

  private ReportBuilder builder() {
    return new ReportBuilder(analysis.outcome(), new PlaceMap(image));
  }

  private List<Finding> findings() {
    boolean assumed = !machine.unmodelled().isEmpty();
    return report().stream()
        .map(
            finding ->
                finding.with(
                    assumed && !certain.contains(finding.key())
                        ? Finding.Certainty.STATIC_MAY
                        : Finding.Certainty.STATIC_MUST))
        .toList();
  }

  Machine machine() {
    return machine;
  }

  Unknowns unknowns() {
    return unknowns;
  }

  /**
   * Whether the program may do something else in another order of turns. All that it does in every
   * order is in the records of this execution, with its races in the other orders.
   */
  boolean dependsOnOrder() {
    return dependsOnLuck || machine.isOrderRelevant();
  }

  Outcome run() {
    Machine.Ending ending = execute();
    recorders.forEach(Recorder::exited);
    Analysis.Ending heard = Analysis.Ending.INCOMPLETE;
    try {
      heard = analysis.end();
    } catch (TimeIsUp e) {
      // what was found until now is told
    }
    // the report looks whether records are left, and must come although the time is up
    recorders.forEach(recorder -> recorder.records().beforeReading(() -> {}));
    return new Outcome(
        budget.allowsRecords() ? ending : Machine.Ending.STOPPED,
        ending == Machine.Ending.ENDED && heard == Analysis.Ending.COMPLETE,
        findings(),
        analysis.models(),
        notes(ending),
        analysis.events(),
        machine.steps());
  }

  /** The engine hears of what was recorded, if that is much. */
  private void listen() {
    while (recorders.stream().anyMatch(recorder -> recorder.records().backlog() > BACKLOG)
        && analysis.step()) {
      // what is left
    }
  }

  private Machine.Ending execute() {
    int count =
        setting.inputs.assumed()
            ? unknowns.named(Inputs.ARGUMENT_COUNT, 1, 1, 1 + MOST_ARGUMENTS)
            : 0;
    List<String> words = words(count);
    long list = 0;
    for (MachineProcess process : machine.processes()) {
      list = place(words, process.memory());
    }
    try {
      return machine.run(
          setting.order,
          TURN,
          () -> {
            progress.run();
            listen();
            return budget.allowsSteps();
          },
          count,
          words.size(),
          list);
    } catch (TimeIsUp e) {
      return Machine.Ending.STOPPED;
    }
  }

  /** If no arguments are given, their number is an input too, and all of them are small. */
  private List<String> words(int count) {
    List<String> words = new ArrayList<>(List.of("program"));
    words.addAll(setting.inputs.arguments());
    if (count != 0) {
      words.addAll(Collections.nCopies((int) unknowns.value(count) - 1, SAMPLE_ARGUMENT));
    }
    return words;
  }

  /** Puts the words of the command line into memory; returns where the list of them is. */
  private long place(List<String> words, MachineMemory memory) {
    long list = memory.allocate(8L * words.size() + 8);
    for (int i = 0; i < words.size(); i++) {
      long text = memory.allocate(words.get(i).length() + 1L);
      memory.text(text, words.get(i));
      memory.store(list + 8L * i, 8, text);
      if (i > 0) {
        setting.inputs.placed(text);
      }
    }
    return list;
  }

  private List<String> notes(Machine.Ending ending) {
    List<String> notes = new ArrayList<>();
    for (MachineProcess process : machine.processes()) {
      Halt end = process.end();
      if (end != null && (end.reason() != Halt.Reason.EXIT || end.exitCode() != 0)) {
        notes.add("rank " + process.rank() + " of " + setting.ranks + ": " + end.message());
      } else if (ending == Machine.Ending.STUCK && !process.waitingIn().isEmpty()) {
        notes.add(
            "rank " + process.rank() + " of " + setting.ranks + " waits in " + process.waitingIn());
      }
    }
    return notes;
  }
}
