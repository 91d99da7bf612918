package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * An access to a window.
 *
 * @param origin the buffer that is sent, or that a get fills
 * @param compare the buffer that compare-and-swap compares with
 * @param result the buffer that a fetching operation fills
 * @param remote where in the window's memory
 * @param op of accumulating operations
 * @param request of operations that give one
 */
public record Rma(
    RmaCall call,
    Section origin,
    Section compare,
    Section result,
    int target,
    Section remote,
    WindowCode window,
    String op,
    Variable request)
    implements Statement {
  static final Variable REQUEST = new Variable("MPI_Request", "req");
  private static final String NO_OP = "MPI_NO_OP";

  public Rma on(WindowCode other) {
    return new Rma(call, origin, compare, result, target, remote, other, op, request);
  }

  public Rma with(String otherOp) {
    return new Rma(call, origin, compare, result, target, remote, window, otherOp, request);
  }

  public Rma with(Variable otherRequest) {
    return new Rma(call, origin, compare, result, target, remote, window, op, otherRequest);
  }

  @Override
  public String operation() {
    return call.function();
  }

  // ---- how it is written ----

  @Override
  public void write(Text text) {
    text.call(this, call.function(), arguments().toArray(Arg[]::new));
  }

  private List<Arg> arguments() {
    List<Arg> arguments = new ArrayList<>();
    Arg displacement = window.displacement(target, remote);
    switch (call) {
      case FETCH_AND_OP -> {
        arguments.addAll(List.of(address(origin), address(result), remote.layout().datatype()));
        arguments.addAll(List.of(number(target), displacement, name(op)));
      }
      case COMPARE_AND_SWAP -> {
        arguments.addAll(List.of(address(origin), address(compare), address(result)));
        arguments.addAll(List.of(remote.layout().datatype(), number(target), displacement));
      }
      default -> {
        buffer(origin, arguments);
        if (call.fetches()) {
          buffer(result, arguments);
        }
        Layout layout = remote.layout();
        arguments.addAll(List.of(number(target), displacement));
        arguments.addAll(List.of(number(layout.count()), layout.datatype()));
        if (call.isAtomic()) {
          arguments.add(name(op));
        }
      }
    }
    arguments.add(Arg.of(window));
    if (call.hasRequest()) {
      arguments.add(Arg.out(request));
    }
    return arguments;
  }

  private static void buffer(Section section, List<Arg> arguments) {
    arguments.add(address(section));
    arguments.add(number(section.layout().count()));
    arguments.add(section.layout().datatype());
  }

  // ---- what it means ----

  @Override
  public void tell(OracleStrand strand) {
    Object instance = new Object();
    EpochsOfProcess process = EpochsOfProcess.of(strand);
    List<String> local = new ArrayList<>();
    local.add(Tags.local(strand.rank(), window, target));
    if (call.hasRequest()) {
      local.add(process.start(strand, request.name()));
    }
    String atTarget = Tags.remote(strand.rank(), window, target);
    if (!call.isGet() && !op.equals(NO_OP)) {
      buffer(strand, instance, Kind.BUFFER_READ, origin, local).completedBy(atTarget);
    }
    if (call == RmaCall.COMPARE_AND_SWAP) {
      buffer(strand, instance, Kind.BUFFER_READ, compare, local).completedBy(atTarget);
    }
    if (call.isGet() || call.fetches()) {
      Section filled = call.isGet() ? origin : result;
      buffer(strand, instance, Kind.BUFFER_WRITE, filled, local).completedBy(atTarget);
      // Data that has arrived has been read.
      Kind read = call.isGet() ? Kind.REMOTE_READ : Kind.ATOMIC_READ;
      remote(strand, instance, read).completedBy(local.toArray(String[]::new));
      process.fetched(window, target);
    }
    if (call.isPut()) {
      remote(strand, instance, Kind.REMOTE_WRITE);
    } else if (call.isAtomic() && !op.equals(NO_OP)) {
      OracleEffect update = remote(strand, instance, Kind.ATOMIC_UPDATE);
      strand.update(cell(target, remote), !op.equals("MPI_SUM"), 1, update);
    }
  }

  /** The name of a value for those who wait for it. */
  static String cell(int target, Section section) {
    return target + " " + section.memory().within() + " " + section.offset();
  }

  private OracleEffect buffer(
      OracleStrand strand, Object instance, Kind kind, Section section, List<String> tags) {
    return strand
        .effect(this, instance, kind, section.in(strand.rank()))
        .completedBy(tags.toArray(String[]::new));
  }

  private OracleEffect remote(OracleStrand strand, Object instance, Kind kind) {
    EpochsOfProcess process = EpochsOfProcess.of(strand);
    OracleEffect effect = strand.effect(this, instance, kind, remote.in(target));
    effect.under(process.locks(window, target));
    effect.completedBy(Tags.remote(strand.rank(), window, target));
    strand.grantedBy(effect, process.grants(window, target));
    return effect;
  }
}
