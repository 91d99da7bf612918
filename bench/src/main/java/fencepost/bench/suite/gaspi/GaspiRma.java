package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An access to another rank's segment.
 *
 * @param local the buffers in the caller's segments; several in a list
 * @param remote the same number of places at the target
 * @param notification the number of the notification, if the call sends one
 */
record GaspiRma(
    GaspiOperation call,
    List<Section> local,
    int target,
    List<Section> remote,
    int queue,
    int notification)
    implements Statement {
  private static final Arg BLOCK = name("GASPI_BLOCK");
  private static final Variable OLD = new Variable("gaspi_atomic_value_t", "old");

  GaspiRma on(int otherQueue) {
    return new GaspiRma(call, local, target, remote, otherQueue, notification);
  }

  GaspiRma notifying(int id) {
    return new GaspiRma(call, local, target, remote, queue, id);
  }

  @Override
  public String operation() {
    return call.function();
  }

  // ---- how it is written ----

  @Override
  public void write(Text text) {
    local.forEach(section -> text.use(Gaspi.container(section)));
    remote.forEach(section -> text.use(Gaspi.container(section)));
    if (call.isAtomic()) {
      writeAtomic(text);
    } else if (call.isList()) {
      CText c = (CText) text;
      c.block("{", () -> writeList(c));
    } else {
      List<Arg> arguments = new ArrayList<>();
      Section here = local.get(0);
      Section there = remote.get(0);
      arguments.addAll(List.of(segment(here), offset(here), number(target)));
      arguments.addAll(List.of(segment(there), offset(there), number(size(there))));
      finish(text, arguments);
    }
  }

  private void writeAtomic(Text text) {
    Section there = remote.get(0);
    List<Arg> arguments = new ArrayList<>();
    arguments.addAll(List.of(segment(there), offset(there), number(target)));
    if (call == GaspiOperation.ATOMIC_COMPARE_SWAP) {
      arguments.add(number(0));
    }
    arguments.addAll(List.of(number(1), Arg.out(OLD), BLOCK));
    text.call(this, operation(), arguments.toArray(Arg[]::new));
  }

  private void writeList(CText text) {
    int count = local.size();
    array(text, "gaspi_segment_id_t from_segments", local, GaspiRma::segment);
    array(text, "gaspi_offset_t from_offsets", local, GaspiRma::offset);
    array(text, "gaspi_segment_id_t to_segments", remote, GaspiRma::segment);
    array(text, "gaspi_offset_t to_offsets", remote, GaspiRma::offset);
    array(text, "gaspi_size_t sizes", remote, section -> number(size(section)));
    List<Arg> arguments = new ArrayList<>();
    arguments.addAll(List.of(number(count), name("from_segments"), name("from_offsets")));
    arguments.addAll(List.of(number(target), name("to_segments"), name("to_offsets")));
    arguments.add(name("sizes"));
    if (call.hasNotification()) {
      arguments.add(number(notifiedSegment()));
    }
    finish(text, arguments);
  }

  private void finish(Text text, List<Arg> arguments) {
    if (call.hasNotification()) {
      arguments.add(number(notification));
      if (call.isWrite()) {
        arguments.add(number(1));
      }
    }
    arguments.addAll(List.of(number(queue), BLOCK));
    text.call(this, operation(), arguments.toArray(Arg[]::new));
  }

  private static void array(
      CText text, String variable, List<Section> sections, Function<Section, Arg> value) {
    String values =
        sections.stream().map(s -> value.apply(s).in(text)).collect(Collectors.joining(", "));
    text.line(variable + "[" + sections.size() + "] = {" + values + "};");
  }

  private static Arg segment(Section section) {
    return number(Gaspi.segmentOf(section));
  }

  private static Arg offset(Section section) {
    return number(section.memory().base() + section.offset());
  }

  private static long size(Section section) {
    return (long) section.layout().count() * section.type().size();
  }

  /** A write notifies the segment that it writes to, a read the one that it fills. */
  private int notifiedSegment() {
    return Gaspi.segmentOf((call.isWrite() ? remote : local).get(0));
  }

  // ---- what it means ----

  @Override
  public void tell(OracleStrand strand) {
    Object instance = new Object();
    int rank = strand.rank();
    if (call.isAtomic()) {
      OracleEffect update =
          strand.effect(this, instance, Kind.ATOMIC_UPDATE, remote.get(0).in(target));
      strand.update(
          Gaspi.cell(target, remote.get(0)), call != GaspiOperation.ATOMIC_FETCH_ADD, 1, update);
      strand.step();
      strand.completeNow(update);
      return;
    }
    String own = "own " + strand.step() + " of " + rank;
    for (Section section : local) {
      Kind kind = call.isWrite() ? Kind.BUFFER_READ : Kind.BUFFER_WRITE;
      OracleEffect effect = strand.effect(this, instance, kind, section.in(rank));
      effect.completedBy(Gaspi.queued(rank, queue), own);
      if (call.isWrite()) {
        effect.completedBy(Gaspi.written(rank, queue, target));
      }
    }
    for (Section section : remote) {
      Kind kind = call.isWrite() ? Kind.REMOTE_WRITE : Kind.REMOTE_READ;
      OracleEffect effect = strand.effect(this, instance, kind, section.in(target));
      effect.completedBy(
          call.isWrite() ? Gaspi.written(rank, queue, target) : Gaspi.queued(rank, queue), own);
    }
    if (call.hasNotification()) {
      int notified = call.isWrite() ? target : rank;
      String signal = Gaspi.sent(strand, notified, notifiedSegment(), notification);
      strand.promise(signal, own);
      strand.signal(signal);
    }
  }
}
