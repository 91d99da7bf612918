package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.engine.Grant;
import fencepost.frontend.Strict;
import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.mpi.Window.Exposure;
import fencepost.frontend.mpi.WindowAccess.Lock;
import fencepost.frontend.mpi.WindowAccess.Operations;
import fencepost.frontend.mpi.WindowAccess.Target;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import org.jspecify.annotations.Nullable;

/**
 * The communication calls (MPI 4.1, 12.3): each is a few effects at home and one or two at the
 * target.
 */
final class MpiAccessRules {
  private final MpiFrontEnd frontEnd;
  private final Execution execution;

  /** The call that is on its way: the same object for all, because there are millions. */
  private final Call call = new Call();

  MpiAccessRules(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  /** What a call does to target memory. */
  private enum Does {
    WRITE,
    READ,
    UPDATE,
    FETCH_AND_UPDATE
  }

  void addRules() {
    frontEnd.rule("put", (slots, details) -> rule(slots, Does.WRITE));
    frontEnd.rule("get", (slots, details) -> rule(slots, Does.READ));
    frontEnd.rule("update", (slots, details) -> rule(slots, Does.UPDATE));
    frontEnd.rule("fetch_update", (slots, details) -> rule(slots, Does.FETCH_AND_UPDATE));
  }

  private Rule<MpiProcess> rule(Slots slots, Does does) {
    Arguments arguments = new Arguments(slots, does);
    return (process, record, returns) -> apply(process, record, arguments);
  }

  /** Where one call has its arguments; -1 where it has none of the kind. */
  private static final class Arguments {
    final Does does;
    final BufferUse[] buffers;
    final int win;
    final int target;
    final int displacement;
    final int targetCount;
    final int targetType;
    final int op;
    final int request;
    final int operand;
    final int compareValue;
    final int fetch;
    final int held;

    Arguments(Slots slots, Does does) {
      this.does = does;
      int single = slots.find("datatype");
      win = slots.of("win");
      target = slots.of("target_rank");
      displacement = slots.of("target_disp");
      targetCount = slots.find("target_count");
      targetType = single >= 0 ? single : slots.of("target_datatype");
      buffers = BufferUse.of(slots).toArray(BufferUse[]::new);
      op = slots.find("op");
      request = slots.find("request");
      operand = slots.find("operand");
      compareValue = slots.find("compare");
      fetch = slots.find("fetch");
      held = slots.find("held");
    }
  }

  private boolean apply(MpiProcess process, RecordCursor record, Arguments arguments) {
    int target = (int) record.slot(arguments.target);
    if (arguments.held >= 0 && !proved(process, target, record, arguments)) {
      return false;
    }
    Request request = arguments.request < 0 ? null : new Request();
    if (request != null) {
      process.define(record.slot(arguments.request), request);
    }
    if (target != process.constants.procNull) {
      WindowAccess access = process.window(record.slot(arguments.win));
      call.set(process, record, arguments, access, target, request);
      call.begin();
    }
    return true;
  }

  /** The lock under which earlier operations were issued is known to be held by now. */
  private boolean proved(MpiProcess process, int target, RecordCursor record, Arguments arguments) {
    if (record.slot(arguments.held) == 0) {
      return true;
    }
    WindowAccess access = process.window(record.slot(arguments.win));
    return PassiveTarget.acquire(process, record, execution, access, target, false);
  }

  /** One call on its way; none begins another one. */
  @SuppressWarnings("NullAway.Init") // the fields are those of the last call that was set
  private final class Call {
    private MpiProcess process;
    private RecordCursor record;
    private Arguments arguments;
    private WindowAccess access;
    private Exposure exposure;
    private @Nullable Request request;
    private Target pending;
    private @Nullable Grant grant;
    private @Nullable LockEpoch epoch;
    private @Nullable Handshake handshake;
    private Datatype targetType;

    /** What an atomic one does to a value. */
    private AtomicOp op;

    /** Atomic operations on one integer are followed by their values. */
    private boolean ofOneInteger;

    /** What the process did before it, if others may see its value. */
    private @Nullable Provenance before;

    private Operation operation;

    /** What it does to a cell whose values are followed. */
    private @Nullable Update update;

    /** Whose memory is the target, and which of it. */
    private int owner;

    private long address;
    private long elements;

    void set(
        MpiProcess process,
        RecordCursor record,
        Arguments arguments,
        WindowAccess access,
        int target,
        @Nullable Request request) {
      this.process = process;
      this.record = record;
      this.arguments = arguments;
      this.access = access;
      exposure = access.window.exposure(target);
      this.request = request;
      pending = access.use(target);
      grant = access.grantFor(pending);
      epoch = pending.lock == null ? null : pending.lock.epoch;
      handshake = pending.lock == null ? access.handshake(target) : null;
      Operation.Completion byEpoch = access.completionFor(pending);
      Operation.Completion completion =
          request == null
              ? byEpoch
              : new Operation.Completion("MPI_Wait on its request", byEpoch.remote());
      targetType = process.datatype(record.slot(arguments.targetType));
      elements = arguments.targetCount < 0 ? 1 : record.slot(arguments.targetCount);
      op = operationOfCall();
      ofOneInteger = elements == 1 && targetType.isOneInteger();
      before = changesCell() ? process.provenanceOfIssue() : null;
      operation = issue(completion);
      update = null;
      owner = access.window.communicator.world(target);
      address = exposure.address(record.slot(arguments.displacement));
    }

    private Operation issue(Operation.Completion completion) {
      boolean commutes = arguments.does == Does.UPDATE && op.commutes();
      return execution.issue(process.strand, completion, null, commutes ? op : null);
    }

    void begin() {
      boolean isNoOp = arguments.op >= 0 && record.slot(arguments.op) == process.constants.noOp;
      boolean fetches = arguments.does == Does.READ || arguments.does == Does.FETCH_AND_UPDATE;
      noteLock(fetches);
      noteValues();
      for (BufferUse buffer : arguments.buffers) {
        if (!isNoOp || !buffer.unlessNoOp) {
          home(buffer);
        }
      }
      switch (arguments.does) {
        case WRITE -> remote(AccessKind.REMOTE_WRITE, false);
        case READ -> remote(AccessKind.REMOTE_READ, true);
        case UPDATE -> remote(AccessKind.ATOMIC_UPDATE, false);
        case FETCH_AND_UPDATE -> {
          if (isNoOp) { // it only reads (12.3.4)
            remote(AccessKind.ATOMIC_READ, true);
          } else { // whatever races with the read races with the update of the same bytes, too
            remote(AccessKind.ATOMIC_UPDATE, false);
          }
        }
      }
    }

    /** An atomic operation on one integer takes part in the order that values make. */
    private void noteValues() {
      if (!isFollowed()) {
        return;
      }
      Cell cell = frontEnd.program().cells().at(owner, address, (int) targetType.extent());
      long fetch = arguments.fetch < 0 ? 0 : record.slot(arguments.fetch);
      long issued = process.began(record);
      update = update(cell, fetch != 0, issued);
      if (fetch != 0) {
        process.fetching(fetch, cell, update, access.origin(), issued);
      }
    }

    private @Nullable Update update(Cell cell, boolean fetches, long issued) {
      if (op == AtomicOp.OTHER) {
        cell.forget();
      }
      if (before == null) {
        return null;
      }
      long compare = arguments.compareValue < 0 ? 0 : record.slot(arguments.compareValue);
      int bits = 8 * (int) targetType.extent();
      Update made =
          new Update(
              op,
              record.slot(arguments.operand),
              compare,
              bits,
              fetches,
              access.origin(),
              before,
              null,
              issued);
      cell.add(made);
      execution.updates(process.strand, cell);
      if (cell.isCrowded()) {
        cell.settleBefore(process.heardFromAll(), execution);
      }
      pending.updates.add(made);
      return made;
    }

    /** Whether the value of the cell that it accesses is known before and after it. */
    private boolean isFollowed() {
      return ofOneInteger && arguments.operand >= 0;
    }

    /** Whether it is an update whose value can be followed. */
    private boolean changesCell() {
      return isFollowed() && op != AtomicOp.NONE && op != AtomicOp.OTHER;
    }

    private AtomicOp operationOfCall() {
      if (arguments.compareValue >= 0) {
        return AtomicOp.COMPARE_AND_SWAP;
      }
      return arguments.op < 0
          ? AtomicOp.NONE
          : process.constants.operation(record.slot(arguments.op));
    }

    /**
     * The type with the operation, where different operations may not meet: the program promised it
     * by {@code accumulate_ops}, whose default is same_op_no_op, or strictness asks for it.
     */
    private AtomicType typeAndOperation(AtomicType type, AccessKind kind) {
      Operations allowed = access.operations();
      if (!kind.atomic() || (allowed == Operations.UNSAID && !frontEnd.is(Strict.OPS))) {
        return type;
      }
      boolean named =
          kind == AccessKind.ATOMIC_UPDATE || (op == AtomicOp.NONE && allowed == Operations.SAME);
      return named ? type.with(op.name()) : type;
    }

    private void noteLock(boolean fetches) {
      Lock lock = pending.lock;
      if (lock != null) {
        lock.used = true;
        lock.fetched |= fetches;
        if (fetches && request != null) {
          request.fetchedUnder = lock;
        }
      }
    }

    private void home(BufferUse buffer) {
      Datatype datatype = buffer.type(process, record);
      long at = buffer.address(record);
      long count = buffer.elements(record, BufferUse.ALONE);
      if (handshake == null && request == null) {
        process.useBufferTogether(operation, buffer.kind, datatype, at, count, pending.local);
        return;
      }
      PendingEffects effects = new PendingEffects();
      process.useBuffer(operation, buffer.kind, datatype, at, count, effects);
      completeLocally(effects);
    }

    /**
     * An effect at the target. What is read there to fill a buffer here is complete when the buffer
     * is.
     */
    private void remote(AccessKind kind, boolean completesLocally) {
      if (elements <= 0) {
        return;
      }
      AtomicType only = targetType.onlyBlock();
      if (only != null) {
        remote(kind, completesLocally, targetType.blocksAt(address, elements), only);
      } else {
        for (Datatype.Piece piece : targetType.at(address, elements)) {
          remote(kind, completesLocally, piece.region(), piece.basic());
        }
      }
    }

    private void remote(
        AccessKind kind, boolean completesLocally, Region region, AtomicType basic) {
      boolean alone = completesLocally && (handshake != null || request != null);
      PendingEffects until =
          completesLocally ? pending.local : handshake != null ? handshake.effects : pending.remote;
      Effect effect =
          execution.effect(
              operation,
              kind,
              owner,
              region,
              typeAndOperation(basic, kind),
              epoch,
              grant,
              alone ? null : until.together(process.strand));
      if (kind == AccessKind.ATOMIC_UPDATE && update != null) {
        effect.seenBy(update.change());
      }
      if (kind.writes() && !isFollowed()) {
        frontEnd.program().cells().written(owner, region);
      }
      if (alone) {
        PendingEffects effects = new PendingEffects();
        effects.add(effect, grant);
        completeLocally(effects);
      } else {
        until.addTogether(effect, grant);
      }
    }

    /** A request is waited for by the strand that ends the epoch, so what it completes is done. */
    private void completeLocally(PendingEffects effects) {
      pending.local.addUntilComplete(effects);
      if (handshake != null) {
        handshake.effects.addAll(effects);
      }
      if (request != null) {
        request.effects.addAll(effects);
      }
    }
  }
}
