package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** One thread of control, which statements tell what they do, in program order. */
public final class OracleStrand {
  private final OracleExecution execution;
  private final Process process;
  private int last;

  OracleStrand(OracleExecution execution, Process process, int after) {
    this.execution = execution;
    this.process = process;
    this.last = after;
  }

  public int rank() {
    return process.rank();
  }

  public int ranks() {
    return execution.ranks;
  }

  public Process process() {
    return process;
  }

  /** A new event of this strand. */
  public int step() {
    int node = execution.order.newNode();
    execution.order.edge(last, node);
    last = node;
    return node;
  }

  // ---- effects ----

  /** A load or store: it is complete when it is issued. */
  public void access(Object site, Kind kind, OracleRegion region) {
    OracleEffect effect = effect(site, new Object(), kind, region);
    effect.under(process.locksOn(region));
    completeNow(effect);
  }

  /** An effect that begins here and lasts until a point that completes one of its tags. */
  public OracleEffect effect(Object site, Object call, Kind kind, OracleRegion region) {
    OracleEffect effect = new OracleEffect(site, call, rank(), kind, region, step());
    execution.effects.add(effect);
    return effect;
  }

  /** Lets it begin only when the signals have been given, wherever this strand is then. */
  public void grantedBy(OracleEffect effect, List<String> keys) {
    if (keys.isEmpty()) {
      return;
    }
    effect.begin = execution.order.newNode();
    execution.order.edge(effect.issue, effect.begin);
    keys.forEach(key -> execution.awaits.add(new OracleExecution.Await(key, effect.begin)));
  }

  /** It ends here. */
  public void completeNow(OracleEffect effect) {
    String own = "now " + effect.issue;
    effect.completedBy(own);
    execution.completions.add(new OracleExecution.Completion(own, last, last, last));
  }

  /** Here ends whatever carries one of the tags and was issued before. */
  public void complete(String... tags) {
    int node = step();
    for (String tag : tags) {
      execution.completions.add(new OracleExecution.Completion(tag, node, node, node));
    }
  }

  /**
   * For whoever waits for the signal, whatever carries the tag and was issued before the signal has
   * ended.
   */
  public void promise(String signal, String tag) {
    execution.promises.add(new OracleExecution.Promise(signal, tag));
  }

  // ---- order ----

  public void signal(String key) {
    execution.signal(key, step());
  }

  public void await(String key) {
    execution.awaits.add(new OracleExecution.Await(key, step()));
  }

  /** Everyone waits for everyone. */
  public void meet(String key, List<Integer> members) {
    signal(key + " " + rank());
    int node = step();
    members.forEach(
        member -> execution.awaits.add(new OracleExecution.Await(key + " " + member, node)));
  }

  /** Orders the effects of a channel that come before against those that come after. */
  public void fence(String channel) {
    execution.fences.computeIfAbsent(channel, c -> new ArrayList<>()).add(step());
  }

  // ---- values ----

  /**
   * The effect sets or adds a value that others may see.
   *
   * @param together effects that have ended for whoever sees it
   */
  public void update(
      String cell, boolean sets, long value, OracleEffect effect, OracleEffect... together) {
    execution.observations.update(
        new Observations.Update(cell, sets, value, effect, List.of(together), effect.issue));
  }

  /** This strand sees a value such as expected. */
  public void observe(String cell, LongPredicate expected) {
    execution.observations.observe(cell, expected, step());
  }

  // ---- threads ----

  /** Whether the second of two possible ways is taken: both will be. */
  public boolean goesOtherWay() {
    execution.hasAlternative = true;
    return execution.otherWay;
  }

  /** Other strands of the same process, which begin here. */
  public List<OracleStrand> fork(int number) {
    step();
    List<OracleStrand> strands = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      strands.add(new OracleStrand(execution, process, last));
    }
    return strands;
  }

  /** Waits for the end of others. */
  public void join(List<OracleStrand> strands) {
    int node = step();
    strands.forEach(strand -> execution.order.edge(strand.last, node));
  }
}
