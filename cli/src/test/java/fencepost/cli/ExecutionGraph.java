package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.engine.Detector;
import fencepost.engine.Execution;
import fencepost.engine.Grant;
import fencepost.engine.MemoryIndex;
import fencepost.engine.Strand;
import fencepost.frontend.Analysis;
import fencepost.frontend.Strict;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Change;
import fencepost.model.Completions;
import fencepost.model.Delivery;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import fencepost.model.Sightings;
import fencepost.report.RaceCollector;
import fencepost.report.Remedy;
import fencepost.report.ReportBuilder;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of a recorded execution as a graph, to which an order can be added. It holds every fix
 * that is suggested to what it claims: with the missing order the execution is still possible, and
 * the race is gone.
 */
final class ExecutionGraph implements Execution {
  private final Execution execution;
  private final List<Edge> edges = new ArrayList<>();
  private final Map<Effect, Grant> grants = new IdentityHashMap<>();
  private int strands;

  /** From a time of one strand to a time of another. */
  private record Edge(int from, long since, int to, long until) {}

  private ExecutionGraph(Execution execution) {
    this.execution = execution;
  }

  /** Analyses a trace again, and checks what is suggested for each of its races. */
  static void checkRemedies(Path directory, Set<Strict> strict) throws IOException {
    RaceCollector races = new RaceCollector();
    MemoryIndex index = new MemoryIndex(races);
    ExecutionGraph graph = new ExecutionGraph(new Detector(index));
    Analysis analysis = new Analysis(index, strict, graph);
    try (RecordedTrace trace = RecordedTrace.open(directory)) {
      trace.strands().forEach(analysis::add);
      analysis.end();
    }
    List<Remedy> remedies = new ReportBuilder(analysis.outcome()).remedies(races);
    assertThat(remedies).hasSize(races.size());
    for (Remedy remedy : remedies) {
      remedy.orders().forEach(order -> graph.check(order, remedy.text()));
    }
  }

  private void check(Remedy.Order order, String text) {
    Effect first = order.first();
    Effect second = order.second();
    assertThat(order.from())
        .as("begins behind the access: %s", text)
        .isGreaterThanOrEqualTo(order.issued());
    assertThat(isBefore(first, order.issued(), past(second, order.before(), List.of())))
        .as("the race is there without it: %s", text)
        .isFalse();
    List<Edge> added = new ArrayList<>();
    if (first.strand != second.strand) {
      long[] known = past(first.strand, order.from(), List.of());
      assertThat(known[second.strand])
          .as("does not wait for what comes after it: %s", text)
          .isLessThan(order.before());
      added.add(new Edge(first.strand, order.from(), second.strand, order.before()));
    }
    long[] known = past(second, order.before(), added);
    boolean done = order.completes() && known[first.strand] >= order.from();
    assertThat(done || isBefore(first, order.issued(), known))
        .as("orders the two: %s", text)
        .isTrue();
  }

  /** Whether an effect is complete for somebody who knows so much of each strand. */
  private static boolean isBefore(Effect effect, long issued, long[] known) {
    if (effect.kind.instruction()) {
      return known[effect.strand] >= issued;
    }
    return effect.completions().stream().anyMatch(point -> known[point.strand()] >= point.time());
  }

  /** What the beginning of an effect knows: its issuer's past, and that of its grant. */
  private long[] past(Effect effect, long issued, List<Edge> added) {
    List<Edge> more = new ArrayList<>(added);
    Grant grant = grants.get(effect);
    Signal granted = grant == null ? null : grant.signal();
    for (int i = 0; granted != null && i < strands; i++) {
      more.add(new Edge(i, granted.timeOf(i), effect.strand, issued));
    }
    return past(effect.strand, issued, more);
  }

  private long[] past(int strand, long time, List<Edge> added) {
    long[] known = new long[strands];
    known[strand] = time;
    List<Edge> all = new ArrayList<>(edges);
    all.addAll(added);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int i = all.size() - 1; i >= 0; i--) { // most go back from the latest
        Edge edge = all.get(i);
        if (edge.until <= known[edge.to] && edge.since > known[edge.from]) {
          known[edge.from] = edge.since;
          grows = true;
        }
      }
    }
    return known;
  }

  @Override
  public Strand strand(int rank) {
    strands++;
    return execution.strand(rank);
  }

  @Override
  public void await(Strand strand, Signal signal) {
    execution.await(strand, signal);
    for (int i = 0; i < strands; i++) {
      if (i != strand.id && signal.timeOf(i) > 0) {
        edges.add(new Edge(i, signal.timeOf(i), strand.id, strand.now()));
      }
    }
  }

  @Override
  public Effect effect(
      Operation operation,
      AccessKind kind,
      int rank,
      Region region,
      @Nullable AtomicType atomic,
      @Nullable LockEpoch lock,
      @Nullable Grant grant,
      @Nullable Completions together) {
    Effect effect = execution.effect(operation, kind, rank, region, atomic, lock, grant, together);
    if (grant != null) {
      grants.put(effect, grant);
    }
    return effect;
  }

  @Override
  public void inside(Strand strand, String call, int site) {
    execution.inside(strand, call, site);
  }

  @Override
  public Signal signal(Strand strand, long together) {
    return execution.signal(strand, together);
  }

  @Override
  public void access(
      Strand strand, AccessKind kind, int rank, Region region, int site, @Nullable LockEpoch lock) {
    execution.access(strand, kind, rank, region, site, lock);
  }

  @Override
  public void renew(int rank, Region region) {
    execution.renew(rank, region);
  }

  @Override
  public Operation issue(
      Strand strand,
      Operation.Completion completion,
      @Nullable Delivery delivery,
      @Nullable Object commuting) {
    return execution.issue(strand, completion, delivery, commuting);
  }

  @Override
  public boolean complete(Strand strand, Effect effect) {
    return execution.complete(strand, effect);
  }

  @Override
  public Point moment(Strand strand) {
    return execution.moment(strand);
  }

  @Override
  public void seen(Strand strand, Sightings sightings, long changes) {
    execution.seen(strand, sightings, changes);
  }

  @Override
  public void settle(Change change, Sightings sightings, long place) {
    execution.settle(change, sightings, place);
  }

  @Override
  public void complete(Point moment, Effect effect) {
    execution.complete(moment, effect);
  }

  @Override
  public void open(Grant grant, Signal signal) {
    execution.open(grant, signal);
  }
}
