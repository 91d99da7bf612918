package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Strided;
import fencepost.bench.suite.source.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * An access to symmetric memory.
 *
 * @param local the caller's buffer, if the call has one
 * @param signal the signal that a put with signal updates
 * @param adds whether the signal is added to, else set
 * @param value what is written or added where the call takes a value
 */
record ShmemRma(
    ShmemOperation call,
    Section local,
    int target,
    Section remote,
    ContextCode context,
    Section signal,
    boolean adds,
    int value)
    implements Statement {

  ShmemRma on(ContextCode other) {
    return new ShmemRma(call, local, target, remote, other, signal, adds, value);
  }

  ShmemRma with(int otherValue) {
    return new ShmemRma(call, local, target, remote, context, signal, adds, otherValue);
  }

  ShmemRma signalling(Section other, boolean adding) {
    return new ShmemRma(call, local, target, remote, context, other, adding, value);
  }

  @Override
  public String operation() {
    String typed = call.isUntyped() ? "" : remote.type().shmem() + "_";
    return "shmem_" + (context.isDefault() ? "" : "ctx_") + typed + call.word();
  }

  // ---- how it is written ----

  @Override
  public void write(Text text) {
    Arg[] arguments = arguments().toArray(Arg[]::new);
    boolean returns = call == ShmemOperation.G || (call.fetches() && !call.isNonblocking());
    if (returns) {
      text.print(this, remote.type(), operation(), arguments);
    } else {
      text.call(this, operation(), arguments);
    }
  }

  private List<Arg> arguments() {
    List<Arg> arguments = new ArrayList<>();
    if (!context.isDefault()) {
      arguments.add(Arg.of(context));
    }
    if (call.isAtomic()) {
      atomicArguments(arguments);
    } else {
      boolean reads = call.does() == ShmemOperation.Does.READ;
      if (call == ShmemOperation.P) {
        arguments.addAll(List.of(address(remote), number(value)));
      } else if (call == ShmemOperation.G) {
        arguments.add(address(remote));
      } else {
        arguments.add(address(reads ? local : remote));
        arguments.add(address(reads ? remote : local));
        if (call.isStrided()) {
          arguments.add(number(stride(reads ? local : remote)));
          arguments.add(number(stride(reads ? remote : local)));
        }
        int count = remote.layout().count();
        arguments.add(number(call.isUntyped() ? (long) count * remote.type().size() : count));
      }
      if (call.hasSignal()) {
        arguments.addAll(List.of(address(signal), number(1)));
        arguments.add(name(adds ? "SHMEM_SIGNAL_ADD" : "SHMEM_SIGNAL_SET"));
      }
    }
    arguments.add(number(target));
    return arguments;
  }

  private void atomicArguments(List<Arg> arguments) {
    if (call.hasBuffer()) {
      arguments.add(address(local));
    }
    arguments.add(address(remote));
    String word = call.word();
    if (word.contains("compare")) {
      arguments.add(number(0));
    }
    if (!word.contains("inc") && call.does() != ShmemOperation.Does.ATOMIC_READ) {
      arguments.add(number(value));
    }
  }

  private static int stride(Section section) {
    return ((Strided) section.layout()).stride();
  }

  // ---- what it means ----

  @Override
  public void tell(OracleStrand strand) {
    Object instance = new Object();
    String channel = context.channel(strand.rank());
    List<OracleEffect> here = new ArrayList<>();
    List<OracleEffect> there = new ArrayList<>();
    if (call.hasBuffer()) {
      Kind kind = call.does() == ShmemOperation.Does.WRITE ? Kind.BUFFER_READ : Kind.BUFFER_WRITE;
      here.add(strand.effect(this, instance, kind, local.in(strand.rank())));
    }
    OracleEffect effect = strand.effect(this, instance, kindThere(), remote.in(target));
    there.add(effect.atomicIn(context.team()));
    if (call.hasSignal()) {
      String operator = adds ? "signal add" : "signal set";
      OracleEffect update =
          strand.effect(this, instance, Kind.ATOMIC_UPDATE, signal.in(target)).atomicIn(operator);
      there.add(update);
      List<OracleEffect> together = new ArrayList<>(here);
      together.add(effect);
      strand.update(cell(target, signal), !adds, 1, update, together.toArray(OracleEffect[]::new));
    } else if (call.does() == ShmemOperation.Does.WRITE
        || call.does() == ShmemOperation.Does.ATOMIC_UPDATE) {
      boolean sum = call.word().contains("add") || call.word().contains("inc");
      strand.update(cell(target, remote), !sum, value, effect, here.toArray(OracleEffect[]::new));
    }
    // A fence orders all that changes memory, also what fetches the old value.
    if (call.does() == ShmemOperation.Does.WRITE
        || call.does() == ShmemOperation.Does.ATOMIC_UPDATE) {
      there.forEach(e -> e.deliveredOn(channel));
      here.forEach(e -> e.completedBy(OracleEffect.delivered(channel, target)));
    }
    there.forEach(e -> e.completedBy(channel));
    here.forEach(e -> e.completedBy(channel));
    strand.step();
    if (!call.isNonblocking()) {
      here.forEach(strand::completeNow);
    }
    if (call.isFinishedOnReturn()) {
      there.forEach(strand::completeNow);
    }
  }

  private Kind kindThere() {
    return switch (call.does()) {
      case READ -> Kind.REMOTE_READ;
      case WRITE -> Kind.REMOTE_WRITE;
      case ATOMIC_READ -> Kind.ATOMIC_READ;
      case ATOMIC_UPDATE -> Kind.ATOMIC_UPDATE;
    };
  }

  /** The name of a value for those who wait for it. */
  static String cell(int target, Section section) {
    return target + " " + section.memory().within() + " " + section.offset();
  }
}
