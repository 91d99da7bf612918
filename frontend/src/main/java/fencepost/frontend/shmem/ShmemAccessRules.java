package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.ShmemProcess.Place;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Operation.Completion;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import org.jspecify.annotations.Nullable;

/**
 * Puts and gets (OpenSHMEM 1.5, 9.6), blocking or not, strided or not, with a signal (9.8) or
 * without. A put's buffer is free when a blocking call returns, but the data arrives by the next
 * quiet; a blocking get is complete when it returns.
 */
final class ShmemAccessRules {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;
  private final Flags flags;

  ShmemAccessRules(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.flags = new Flags(frontEnd);
  }

  void addRules() {
    frontEnd.rule("put", (slots, meaning) -> rule(new Arguments(slots, true, true)));
    frontEnd.rule("put_nbi", (slots, meaning) -> rule(new Arguments(slots, true, false)));
    frontEnd.rule("get", (slots, meaning) -> rule(new Arguments(slots, false, true)));
    frontEnd.rule("get_nbi", (slots, meaning) -> rule(new Arguments(slots, false, false)));
  }

  /** Where one call has its arguments; -1 where it has none of the kind. */
  private static final class Arguments {
    final boolean puts;
    final boolean blocking;
    final int ctx;
    final int pe;
    final int remote;
    final int local;
    final int remoteStride;
    final int localStride;
    final int count;
    final int element;
    final int operand;
    final int signalAddress;
    final int signal;
    final int signalOp;

    Arguments(Slots slots, boolean puts, boolean blocking) {
      this.puts = puts;
      this.blocking = blocking;
      ctx = slots.find("ctx");
      pe = slots.of("pe");
      remote = slots.of(puts ? "dest" : "source");
      local = slots.find(puts ? "source" : "dest");
      remoteStride = slots.find(puts ? "dst" : "sst");
      localStride = slots.find(puts ? "sst" : "dst");
      count = slots.find("nelems");
      element = slots.of("element");
      operand = slots.find("operand");
      signalAddress = slots.find("sig_addr");
      signal = slots.find("signal");
      signalOp = slots.find("sig_op");
    }
  }

  private Rule<ShmemProcess> rule(Arguments arguments) {
    return (process, record, returns) -> {
      Context context = process.contextOf(record, arguments.ctx);
      int target = context.team.world((int) record.slot(arguments.pe));
      Place data = process.locate(record.slot(arguments.remote), target);
      Place signal =
          arguments.signal < 0
              ? null
              : process.locate(record.slot(arguments.signalAddress), target);
      if (data == null || (signal == null && arguments.signal >= 0)) {
        return false; // the target has not returned from the allocation
      }
      new Call(process, record, arguments, context, data).begin(signal);
      return true;
    };
  }

  /** One call. */
  private final class Call {
    private final ShmemProcess process;
    private final RecordCursor record;
    private final Arguments arguments;
    private final Context context;
    private final Place data;
    private final long count;
    private final long element;
    private final Operation operation;
    private final Parcel own;

    Call(
        ShmemProcess process,
        RecordCursor record,
        Arguments arguments,
        Context context,
        Place data) {
      this.process = process;
      this.own = new Parcel(process.strand);
      this.record = record;
      this.arguments = arguments;
      this.context = context;
      this.data = data;
      this.count = arguments.count < 0 ? 1 : record.slot(arguments.count);
      this.element = record.slot(arguments.element);
      this.operation =
          execution.issue(
              process.strand, completion(), arguments.puts ? context.delivery(data.rank()) : null);
    }

    /** OpenSHMEM 1.5, 9.6: what is fetched is there when a blocking call returns. */
    private Completion completion() {
      if (!arguments.blocking) {
        return context.nonblocking();
      }
      return arguments.puts ? context.blocking() : Rank.ON_RETURN;
    }

    void begin(@Nullable Place signal) {
      if (count > 0) {
        buffer();
        remote();
      }
      if (signal != null) {
        signal(signal);
      }
    }

    /** The caller's own memory; a single value has none. */
    private void buffer() {
      if (arguments.local < 0) {
        return;
      }
      AccessKind kind = arguments.puts ? AccessKind.BUFFER_READ : AccessKind.BUFFER_WRITE;
      Region region = region(record.slot(arguments.local), arguments.localStride);
      if (arguments.blocking) {
        process.use(operation, kind, region);
      } else {
        process.use(operation, kind, region, together(), this::openUntilQuiet);
      }
    }

    private void remote() {
      if (data.address() == 0) {
        return;
      }
      Region region = region(data.address(), arguments.remoteStride);
      AccessKind kind = arguments.puts ? AccessKind.REMOTE_WRITE : AccessKind.REMOTE_READ;
      Effect effect =
          execution.effect(
              operation, kind, data.rank(), region, flagType(), null, null, together());
      if (!arguments.puts && arguments.blocking) {
        execution.complete(process.strand, effect);
        return;
      }
      openUntilQuiet(effect);
      if (arguments.puts) {
        noteValue(region);
      }
    }

    /** One element, or its bytes, can be a flag that somebody waits for. */
    private @Nullable AtomicType flagType() {
      return arguments.puts && isFlag() ? new AtomicType("plain", (int) bytes()) : null;
    }

    private boolean isFlag() {
      long bytes = bytes();
      return (count == 1 || element == 1)
          && bytes <= Long.BYTES
          && Long.bitCount(bytes) == 1
          && Math.floorMod(data.address(), bytes) == 0;
    }

    private long bytes() {
      return count * element;
    }

    private void noteValue(Region region) {
      if (isFlag()) {
        long value = record.slot(arguments.operand);
        flags.update(process, context, data, own, AtomicOp.REPLACE, value, (int) bytes(), time());
      } else {
        frontEnd.program().cells().written(data.rank(), region);
      }
    }

    /** The signal is updated when the data has arrived (1.5, 9.8.3). */
    private void signal(Place place) {
      boolean adds = record.slot(arguments.signalOp) == process.constants.signalAdd;
      Effect effect =
          execution.effect(
              operation,
              AccessKind.ATOMIC_UPDATE,
              place.rank(),
              Region.of(place.address(), Long.BYTES),
              new AtomicType(adds ? "signal add" : "signal set", Long.BYTES),
              null,
              null);
      own.add(effect);
      parcel().add(effect);
      AtomicOp op = adds ? AtomicOp.SUM : AtomicOp.REPLACE;
      flags.update(
          process, context, place, own, op, record.slot(arguments.signal), Long.BYTES, time());
    }

    private void openUntilQuiet(Effect effect) {
      if (isSeenAlone()) {
        own.add(effect);
        parcel().add(effect);
      } else {
        parcel().addTogether(effect);
      }
    }

    /** Whether others may see that just this call is complete: by its value, or its signal. */
    private boolean isSeenAlone() {
      return arguments.puts && (isFlag() || arguments.signal >= 0);
    }

    private Parcel parcel() {
      return arguments.puts
          ? context.parcel(data.rank(), process.strand)
          : context.fetches(process.strand);
    }

    /**
     * What completes the call, if that completes all like it; a blocking get is complete at once.
     */
    private @Nullable Completions together() {
      boolean open = arguments.puts || !arguments.blocking;
      return open && !isSeenAlone() ? parcel().together() : null;
    }

    private Region region(long address, int strideSlot) {
      if (strideSlot < 0) {
        return Region.of(address, bytes());
      }
      return Region.strided(address, element, count, element * record.slot(strideSlot));
    }

    private long time() {
      return process.rank.began(record);
    }
  }
}
