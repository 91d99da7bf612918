package fencepost.check.gaspi;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.record.Meanings;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The procedures of GASPI, and who knows what they do. */
final class GaspiLibrary implements Library {
  static final ApiTable TABLE = Model.GASPI.table();

  private final GaspiWorld world;
  private final Map<String, Rule> rules = new HashMap<>();
  private final Set<String> early = new HashSet<>();

  /** What a procedure does; it ends with {@link GaspiCall#done}. */
  interface Rule {
    void call(GaspiCall call);
  }

  GaspiLibrary(GaspiWorld world) {
    this.world = world;
    GaspiEnvironmentCalls.addTo(this);
    LimitCalls.addTo(this);
    GaspiGroupCalls.addTo(this);
    GaspiCollectiveCalls.addTo(this);
    SegmentCalls.addTo(this);
    GaspiTransferCalls.addTo(this);
    QueueCalls.addTo(this);
    NotificationCalls.addTo(this);
    PassiveCalls.addTo(this);
    GaspiAtomicCalls.addTo(this);
  }

  /** A rule for a procedure of which the table says no more than its name. */
  void rule(String name, Rule rule) {
    rules.put("gaspi_" + name, rule);
  }

  /** A rule for all procedures of which the table says that they mean this. */
  void meaning(String words, Rule rule) {
    rules.put(words, rule);
  }

  /** For a procedure that may be called before {@code gaspi_proc_init}. */
  void early(String name, Rule rule) {
    rule(name, rule);
    early.add("gaspi_" + name);
  }

  @Override
  public boolean communicates() {
    return true;
  }

  @Override
  public @Nullable Routine routine(String name) {
    String plain = name.startsWith("pgaspi_") ? name.substring(1) : name;
    Rule named = rules.get(plain);
    Rule rule =
        named == null && TABLE.has(plain)
            ? Meanings.find(rules, TABLE.call(plain).meaning())
            : named;
    if (rule == null) {
      return null;
    }
    return invocation -> call(plain, rule, invocation);
  }

  private void call(String name, Rule rule, Invocation invocation) {
    CheckedGaspiProcess process = world.process(invocation.process().rank());
    GaspiCall call = new GaspiCall(process, name, invocation);
    try {
      Refused.unless(process.ready || early.contains(name), GaspiOutcome.ERR_NOINIT);
      rule.call(call);
    } catch (Refused refused) {
      call.done(refused.outcome);
    }
  }
}
