package fencepost.check.mpi;

import fencepost.check.machine.Image;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.mpi.Prototypes.Prototype;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of MPI, and who knows what they do. They are not recorded here: the capture library,
 * which is executed with the program, does so before it calls them.
 */
final class MpiLibrary implements Library {
  static final ApiTable TABLE = Model.MPI.table();

  private final MpiWorld world;
  private final FortranCalls fortran;
  private final Map<String, Rule> rules = new HashMap<>();

  /** What a call does; it ends with {@link MpiCall#done}. */
  interface Rule {
    void call(MpiCall call);
  }

  MpiLibrary(MpiWorld world, Image image) {
    this.world = world;
    this.fortran = new FortranCalls(image);
    EnvironmentCalls.addTo(this);
    CommCalls.addTo(this);
    GroupCalls.addTo(this);
    TopologyCalls.addTo(this);
    TypeCalls.addTo(this);
    PackCalls.addTo(this);
    InfoCalls.addTo(this);
    HandleCalls.addTo(this);
    MessageCalls.addTo(this);
    RequestCalls.addTo(this);
    PartitionedCalls.addTo(this);
    CollectiveCalls.addTo(this);
    WindowCalls.addTo(this);
    EpochCalls.addTo(this);
    AccessCalls.addTo(this);
    FileCalls.addTo(this);
  }

  void rule(String name, Rule rule) {
    rules.put(name, rule);
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
    String plain = name.startsWith("PMPI_") ? name.substring(1) : name;
    Rule rule = rules.get(prototype == null ? plain : prototype.name());
    if (rule == null && plain.endsWith("_c")) {
      rule = rules.get(plain.substring(0, plain.length() - 2)); // for large counts
    }
    if (rule == null) {
      return null;
    }
    Rule found = rule;
    if (prototype == null) {
      return invocation -> call(plain, found, invocation, false);
    }
    return invocation -> {
      MpiHeader header = process(invocation).calledFrom(true);
      call(prototype.name(), found, fortran.inC(prototype, invocation, header), true);
    };
  }

  private MpiProcess process(Invocation invocation) {
    return world.process(invocation.process().rank());
  }

  private void call(String name, Rule rule, Invocation invocation, boolean inFortran) {
    MpiProcess process = process(invocation);
    process.calledFrom(inFortran);
    rule.call(new MpiCall(process, name, invocation));
  }
}
