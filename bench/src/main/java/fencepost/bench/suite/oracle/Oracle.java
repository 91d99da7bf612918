package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The definition of a race, applied to every pair of effects of an execution. Where a program can
 * go two ways, what races in one of them is a race.
 */
public final class Oracle {
  private final List<Race> races = new ArrayList<>();
  private OracleExecution execution;

  /** Two sites whose effects race. */
  public record Race(Object one, Kind kind, Object other, Kind otherKind) {
    /** Whether the target's memory is at stake, and not only a buffer of the caller. */
    public boolean isRemote() {
      boolean plain = !isBuffer(kind) && !isBuffer(otherKind);
      return kind.isRemote() || otherKind.isRemote() || plain;
    }

    private static boolean isBuffer(Kind kind) {
      return kind == Kind.BUFFER_READ || kind == Kind.BUFFER_WRITE;
    }

    boolean involves(Kind some) {
      return kind == some || otherKind == some;
    }

    public boolean isBetween(Object a, Object b) {
      return (one == a && other == b) || (one == b && other == a);
    }
  }

  /**
   * @param program tells what each rank does
   */
  public Oracle(int ranks, Consumer<OracleStrand> program) {
    execution = tell(ranks, program, false);
    checkAll();
    if (execution.hasAlternative) {
      execution = tell(ranks, program, true);
      checkAll();
    }
  }

  private static OracleExecution tell(int ranks, Consumer<OracleStrand> program, boolean otherWay) {
    OracleExecution execution = new OracleExecution(ranks, otherWay);
    for (int rank = 0; rank < ranks; rank++) {
      program.accept(new OracleStrand(execution, new Process(rank), execution.order.newNode()));
    }
    execution.connect();
    return execution;
  }

  private void checkAll() {
    List<OracleEffect> effects = execution.effects;
    for (int i = 0; i < effects.size(); i++) {
      for (int j = 0; j < i; j++) {
        check(effects.get(j), effects.get(i));
      }
    }
  }

  /** Every pair of effects that race. */
  public List<Race> races() {
    return List.copyOf(races);
  }

  /** The kinds with which two sites meet in memory, or else what they mainly do. */
  public List<Kind> kinds(Object one, Object other) {
    for (Race race : races) {
      // An update that also reads counts as an update.
      if (race.isBetween(one, other) && !race.involves(Kind.ATOMIC_READ)) {
        return race.one == one
            ? List.of(race.kind, race.otherKind)
            : List.of(race.otherKind, race.kind);
      }
    }
    for (OracleEffect a : execution.effects) {
      for (OracleEffect b : execution.effects) {
        if (a.site == one && b.site == other && a != b && a.region.overlaps(b.region)) {
          return List.of(a.kind, b.kind);
        }
      }
    }
    return List.of(mainKind(one), mainKind(other));
  }

  private Kind mainKind(Object site) {
    return execution.effects.stream()
        .filter(effect -> effect.site == site)
        .map(effect -> effect.kind)
        .max(Kind::compareTo)
        .orElseThrow();
  }

  private void check(OracleEffect a, OracleEffect b) {
    if (a.conflictsWith(b) && !ordered(a, b) && !ordered(b, a)) {
      races.add(new Race(a.site, a.kind, b.site, b.kind));
    }
  }

  /** Some completion of A is before the beginning of B, or A is delivered before B. */
  private boolean ordered(OracleEffect a, OracleEffect b) {
    return execution.completions.stream().anyMatch(c -> ends(a, c) && isBefore(c.at(), b.begin))
        || deliveredBefore(a, b);
  }

  private boolean ends(OracleEffect effect, OracleExecution.Completion completion) {
    return effect.completedBy.contains(completion.tag())
        && execution.order.beforeOrAt(effect.issue, completion.upTo())
        && execution.order.beforeOrAt(completion.upTo(), completion.via());
  }

  private boolean isBefore(int a, int b) {
    return execution.order.before(a, b);
  }

  private boolean deliveredBefore(OracleEffect a, OracleEffect b) {
    return a.channel != null
        && a.channel.equals(b.channel)
        && a.region.rank() == b.region.rank()
        && execution.fences.getOrDefault(a.channel, List.of()).stream()
            .anyMatch(fence -> isBefore(a.issue, fence) && isBefore(fence, b.issue));
  }
}
