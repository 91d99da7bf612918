package fencepost.frontend;

import fencepost.engine.Detector;
import fencepost.engine.MemoryIndex;
import fencepost.engine.RaceIndex;
import fencepost.engine.RaceListener;
import fencepost.engine.Strand;
import fencepost.engine.parallel.IndexThread;
import fencepost.frontend.gaspi.GaspiFrontEnd;
import fencepost.frontend.mpi.MpiFrontEnd;
import fencepost.frontend.program.Horizon;
import fencepost.frontend.program.MemoryObject;
import fencepost.frontend.program.Program;
import fencepost.frontend.shmem.ShmemFrontEnd;
import fencepost.trace.AddressSpace;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.Model;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the strands of one program run and has them translated for the detector. A strand whose
 * next call waits for another strand is left until that one has caught up, so the detector hears
 * everything in an order that respects happens-before.
 */
public final class Analysis {
  private static final int TURN = 4096;

  private final Sites sites = new Sites();
  private final List<RankStream> streams = new ArrayList<>();
  private final List<Strand> ranks = new ArrayList<>();
  private final RaceIndex index;
  private final Program program;
  private final Set<Strict> strict;
  private final Map<Model, FrontEnd> frontEnds = new EnumMap<>(Model.class);
  private long events;
  private boolean impatient;

  public Analysis(RaceListener listener) {
    this(listener, Set.of());
  }

  /** Races are told by another thread, all of them before the end. */
  public Analysis(RaceListener listener, Set<Strict> strict) {
    this(new IndexThread(new MemoryIndex(listener)), strict);
  }

  /** Has races found by the index. */
  public Analysis(RaceIndex index, Set<Strict> strict) {
    this.index = index;
    this.program = new Program(new Detector(index));
    this.strict = strict;
  }

  public void add(RecordCursor records) {
    RankStream stream = new RankStream(records, program, this::frontEnd, sites);
    stream.seesUntil(new Others(stream));
    streams.add(stream);
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

  /**
   * Translates some of what can be translated now; false if there was nothing. Strands that see
   * each other's values are translated a few records at a time, so one turn for each may be little.
   */
  public boolean step() {
    long before = events;
    long last;
    do {
      last = events;
      for (RankStream stream : streams) {
        events += stream.advance(TURN, ranks);
      }
    } while (events > last && events < before + TURN);
    return events > before;
  }

  /** How far all processes but one have been heard, or will not be heard any more. */
  private final class Others implements Horizon {
    private final RankStream stream;
    private long heard;

    Others(RankStream stream) {
      this.stream = stream;
    }

    @Override
    public boolean isPast(long time) {
      if (impatient) {
        return true;
      }
      if (time > heard && streams.size() >= ranks.size()) {
        heard = Math.max(heard, least()); // what was heard once stays heard
      }
      return time <= heard;
    }

    private long least() {
      long least = Long.MAX_VALUE;
      for (RankStream other : streams) {
        if (other != stream) {
          least = Math.min(least, other.heardUntil());
        }
      }
      return least;
    }
  }

  /**
   * Goes on with what has been heard: a ring is full, and its process must not be held up because
   * another one is silent.
   */
  public void hurry() {
    impatient = true;
    step();
    impatient = false;
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

  /** No more records will come. */
  public Ending end() {
    try {
      do {
        while (step()) {
          // what is left
        }
        impatient = !impatient; // once more without waiting for those who stopped in the middle
      } while (impatient);
    } finally {
      finish();
    }
    boolean complete =
        streams.size() >= ranks.size() && streams.stream().allMatch(RankStream::ended);
    return streams.isEmpty() ? Ending.NOTHING : complete ? Ending.COMPLETE : Ending.INCOMPLETE;
  }

  /** Waits until the races in what has been translated are found. */
  public void finish() {
    try {
      index.finish();
    } catch (IllegalStateException e) {
      throw new BrokenTraceException("in the race index: " + e.getMessage(), e);
    }
  }

  /**
   * What keeps the analysis from being of the whole program: for each process that did not finish,
   * the call it was last seen in, and calls in error that the library let pass, which are taken to
   * do nothing.
   */
  public List<String> remarks() {
    List<RankStream> inOrder =
        streams.stream().sorted(Comparator.comparingInt(RankStream::rank)).toList();
    Stream<String> unfinished =
        inOrder.stream()
            .filter(stream -> !stream.ended())
            .map(RankStream::waitingIn)
            .filter(text -> !text.isEmpty());
    Stream<String> erroneous = inOrder.stream().flatMap(stream -> stream.erroneous().stream());
    return Stream.concat(unfinished, erroneous).toList();
  }

  public long events() {
    return events;
  }

  public int ranks() {
    return ranks.size();
  }

  /** The programming models that the program uses, joined by a plus. */
  public String models() {
    return frontEnds.keySet().stream().map(Model::id).collect(Collectors.joining("+"));
  }

  /** Effects that are remembered at present. */
  public int remembered() {
    return index.remembered();
  }

  public Sites sites() {
    return sites;
  }

  /** The exposed objects that hold the address at the rank, the latest last. */
  public List<MemoryObject> objectsAt(int rank, long address) {
    return program.objectsAt(rank, address);
  }

  /** Where the static data of a rank's process comes from. */
  public AddressSpace.@Nullable Module moduleAt(int rank, long address) {
    for (RankStream stream : streams) {
      if (stream.rank() == rank) {
        return stream.code().moduleAt(address);
      }
    }
    return null;
  }
}
