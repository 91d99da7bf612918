package fencepost.frontend;

import fencepost.engine.Detector;
import fencepost.engine.Execution;
import fencepost.engine.MemoryIndex;
import fencepost.engine.RaceIndex;
import fencepost.engine.RaceListener;
import fencepost.engine.parallel.DividedIndex;
import fencepost.engine.parallel.IndexThread;
import fencepost.frontend.gaspi.GaspiFrontEnd;
import fencepost.frontend.mpi.MpiFrontEnd;
import fencepost.frontend.program.Program;
import fencepost.frontend.shmem.ShmemFrontEnd;
import fencepost.merge.Merge;
import fencepost.merge.TimeFrame;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the strands of one program run and has them translated for the detector, in the order that
 * the {@link Merge} finds: it respects happens-before.
 */
public final class Analysis {
  private final Sites sites = new Sites();
  private final Merge merge = new Merge(this::evidenceIsMissing);
  private final List<RankListener> streams = new ArrayList<>();
  private final RaceIndex index;
  private final Program program;
  private final Set<Strict> strict;
  private final Map<Model, FrontEnd> frontEnds = new EnumMap<>(Model.class);

  public Analysis(RaceListener listener) {
    this(listener, Set.of(), false);
  }

  /**
   * Races are told by another thread, all of them before the end.
   *
   * @param threads whether those count that threads of one process have without a remote operation
   */
  public Analysis(RaceListener listener, Set<Strict> strict, boolean threads) {
    this(new IndexThread(new MemoryIndex(listener, threads)), strict);
  }

  /**
   * The same for a trace that nobody writes any more: its races are looked for on so many cores.
   * Whatever their number, the races are the same.
   */
  public static Analysis onCores(
      int cores, RaceListener listener, Set<Strict> strict, boolean threads) {
    List<IndexThread> parts =
        Stream.generate(() -> new IndexThread(new MemoryIndex(listener, threads)))
            .limit(Math.max(1, cores))
            .toList();
    return new Analysis(parts.size() == 1 ? parts.get(0) : new DividedIndex(parts), strict);
  }

  /** The same, and races are predicted that only the luck of this run has hidden. */
  public static Analysis predicting(RaceListener listener, Set<Strict> strict, boolean threads) {
    Detector detector = Detector.predicting(listener, threads);
    return new Analysis(detector.index(), strict, detector);
  }

  /** Has races found by the index. */
  public Analysis(RaceIndex index, Set<Strict> strict) {
    this(index, strict, new Detector(index));
  }

  /** Tells the execution to somebody who passes it on to the index. */
  public Analysis(RaceIndex index, Set<Strict> strict, Execution execution) {
    this.index = index;
    this.program = new Program(execution);
    this.strict = strict;
  }

  public void add(RecordCursor records) {
    merge.add(
        records,
        TimeFrame.EXACT,
        horizon -> {
          RankListener stream =
              new RankListener(this::expectAll, program, this::frontEnd, sites, horizon);
          streams.add(stream);
          return stream;
        });
  }

  private void expectAll() {
    merge.expect(program.processes().size());
  }

  private FrontEnd frontEnd(Model model) {
    return frontEnds.computeIfAbsent(
        model,
        key ->
            switch (key) {
              case MPI -> new MpiFrontEnd(program, strict);
              case SHMEM -> new ShmemFrontEnd(program);
              case GASPI -> new GaspiFrontEnd(program);
            });
  }

  /** Translates some of what can be translated now; false if there was nothing. */
  public boolean step() {
    return merge.step();
  }

  /**
   * Goes on although records that may order the next ones are missing. The report says so, and
   * marks what is found from now on. False if that leads nowhere.
   */
  public boolean goOnUnproven() {
    return merge.goOnUnproven();
  }

  private void evidenceIsMissing() {
    finish(); // what was found until now is not touched by it
    index.evidenceIsMissing();
  }

  /** How a run ended, as far as the records tell. */
  public enum Ending {
    /** Nothing was recorded. */
    NOTHING,
    /** Every process finished. */
    COMPLETE,
    /** Some process stopped in the middle: a crash, an abort, or the records were cut off. */
    INCOMPLETE
  }

  /** What a report says of a strand that is damaged: what came behind the damage is missing. */
  public static String damage(BrokenTraceException e) {
    return "the trace is damaged, and was analysed up to there: " + e.getMessage();
  }

  /** No more records will come. */
  public Ending end() {
    try {
      do {
        while (step()) {
          // what is left
        }
      } while (goOnUnproven());
    } finally {
      finish();
    }
    return streams.isEmpty()
        ? Ending.NOTHING
        : merge.isComplete() ? Ending.COMPLETE : Ending.INCOMPLETE;
  }

  /** Waits until the races in what has been translated are found. */
  public void finish() {
    index.finish();
  }

  /** The time is up: races in what is not yet looked at are not found. For any thread. */
  public void abandon() {
    index.abandon();
  }

  /**
   * What keeps the analysis from being of the whole program: for each process that did not finish,
   * the call it was last seen in; what could not be analysed because records of other processes are
   * missing; and calls in error that the library let pass, which are taken to do nothing.
   */
  public List<String> remarks() {
    List<Integer> inOrder =
        IntStream.range(0, streams.size())
            .boxed()
            .sorted(Comparator.comparingInt(stream -> streams.get(stream).rank()))
            .toList();
    List<String> remarks = new ArrayList<>();
    for (int stream : inOrder) {
      String call = streams.get(stream).lastCall();
      if (merge.isBlocked(stream)) {
        remarks.add(
            String.format(
                "records that rank %d waits for in %s are missing; what it did after that was not"
                    + " analysed",
                streams.get(stream).rank(), call));
      } else if (!merge.hasEnded(stream) && !streams.get(stream).insideCall().isEmpty()) {
        remarks.add(
            String.format(
                streams.get(stream).isAlone()
                    ? "rank %d called %s, which brought in processes that are not recorded: they"
                        + " were not built with fencepost, or launched apart; what it did after"
                        + " that was not recorded either"
                    : "rank %d was in %s",
                streams.get(stream).rank(),
                streams.get(stream).insideCall()));
      }
    }
    if (merge.unproven() > 0) {
      remarks.add(
          String.format(
              "records are missing that may order others: %d of %d were analysed without them, and"
                  + " what was found after the first of these is marked",
              merge.unproven(), merge.told()));
    }
    inOrder.forEach(stream -> remarks.addAll(streams.get(stream).erroneous()));
    return remarks;
  }

  public long events() {
    return merge.told();
  }

  /** How many records were translated although others that may order them are missing. */
  public long unproven() {
    return merge.unproven();
  }

  /** Whether times were evidence: the order of locks, or whose value was seen. */
  public boolean timeMatters() {
    return merge.timeMatters();
  }

  public int ranks() {
    return program.processes().size();
  }

  /** The programming models that the program uses, joined by a plus; else it has threads alone. */
  public String models() {
    return frontEnds.isEmpty()
        ? "threads"
        : frontEnds.keySet().stream().map(Model::id).collect(Collectors.joining("+"));
  }

  /** Effects that are remembered at present. */
  public int remembered() {
    return index.remembered();
  }

  /** What reports call the processes whose number is not their rank. */
  public Map<Integer, String> names() {
    Map<Integer, String> programs = new HashMap<>();
    for (RankListener stream : streams) {
      if (stream.rank() >= 0 && !stream.code().modules().isEmpty()) {
        String path = stream.code().modules().get(0).path();
        programs.put(stream.rank(), path.substring(path.lastIndexOf('/') + 1));
      }
    }
    return ProcessNames.of(program.processes(), programs);
  }

  /** What is known of the run so far, but for its races. */
  public AnalysedRun outcome() {
    List<Timeline> timelines =
        streams.stream()
            .flatMap(stream -> stream.timelines().stream())
            .sorted(
                Comparator.comparingInt((Timeline timeline) -> timeline.rank)
                    .thenComparingInt(timeline -> timeline.thread))
            .toList();
    List<AnalysedRun.Process> processes =
        streams.stream()
            .map(stream -> new AnalysedRun.Process(stream.rank(), stream.code()))
            .toList();
    return new AnalysedRun(
        models(),
        ranks(),
        events(),
        remarks(),
        sites,
        timelines,
        program.exposed(),
        processes,
        names());
  }
}
