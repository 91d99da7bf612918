package fencepost.check.mpi;

import fencepost.check.machine.Image;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.mpi.CheckedRequest.Pending;
import fencepost.check.mpi.Prototypes.Prototype;
import fencepost.check.record.Meanings;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of MPI, and who knows what they do. They are not recorded here: the capture library,
 * which is executed with the program, does so before it calls them.
 */
final class MpiModel implements Library {
  static final ApiTable TABLE = Model.MPI.table();

  private final MpiWorld world;
  private final FortranCalls fortran;
  private final Map<String, Rule> rules = new HashMap<>();

  /** What a call does; it ends with {@link MpiCall#done}. */
  interface Rule {
    void call(MpiCall call);
  }

  MpiModel(MpiWorld world, Image image) {
    this.world = world;
    this.fortran = new FortranCalls(image);
    MpiEnvironmentCalls.addTo(this);
    CommCalls.addTo(this);
    MpiGroupCalls.addTo(this);
    TopologyCalls.addTo(this);
    TypeCalls.addTo(this);
    PackCalls.addTo(this);
    InfoCalls.addTo(this);
    HandleCalls.addTo(this);
    MessageCalls.addTo(this);
    RequestCalls.addTo(this);
    PartitionedCalls.addTo(this);
    MpiCollectiveCalls.addTo(this);
    WindowCalls.addTo(this);
    EpochCalls.addTo(this);
    AccessCalls.addTo(this);
    FileCalls.addTo(this);
  }

  /** A rule for calls of which the table says no more than their name. */
  void rule(String name, Rule rule) {
    rules.put(name, rule);
  }

  /** A rule for all calls of which the table says that they mean this. */
  void meaning(String words, Rule rule) {
    rules.put(words, rule);
  }

  /** The same for calls that begin something: they wait for it, or return a request. */
  void operation(String words, Function<MpiCall, Pending> start) {
    meaning(words, call -> RequestCalls.perform(call, start));
  }

  /** The same for several calls. */
  void rules(Rule rule, String... names) {
    for (String name : names) {
      rule(name, rule);
    }
  }

  @Override
  public boolean communicates() {
    return true;
  }

  @Override
  public @Nullable Routine routine(String name) {
    Prototype prototype = fortran.prototype(name);
    String plain =
        prototype != null ? prototype.name() : name.startsWith("PMPI_") ? name.substring(1) : name;
    Rule rule = rule(plain);
    if (rule == null) {
      return null;
    }
    if (prototype == null) {
      return invocation -> call(plain, rule, invocation, false);
    }
    return invocation -> {
      MpiHeader header = process(invocation).calledFrom(true);
      call(plain, rule, fortran.inC(prototype, invocation, header), true);
    };
  }

  private @Nullable Rule rule(String name) {
    Rule named = rules.get(name);
    if (named == null && name.endsWith("_c")) {
      named = rules.get(name.substring(0, name.length() - 2)); // for large counts
    }
    return named == null && TABLE.has(name)
        ? Meanings.find(rules, TABLE.call(name).meaning())
        : named;
  }

  private CheckedMpiProcess process(Invocation invocation) {
    return world.process(invocation.process().rank());
  }

  private void call(String name, Rule rule, Invocation invocation, boolean inFortran) {
    CheckedMpiProcess process = process(invocation);
    process.calledFrom(inFortran);
    rule.call(new MpiCall(process, name, invocation));
  }
}
