package fencepost.check.machine;

import fencepost.program.ir.Access;
import fencepost.program.ir.IrType;
import fencepost.program.ir.MemoryOrder;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A read-modify-write: one process runs at a time, so it is atomic by itself. */
final class AtomicStep extends Step implements Located {
  private final Access access;
  private final int to;
  private final int site;
  private final int size;
  private final int address;
  private final int first;
  private final int second;

  AtomicStep(Access access, int to, int site, ToIntFunction<Value> register) {
    this.access = access;
    this.to = to;
    this.site = site;
    this.size = (int) access.size();
    this.address = register.applyAsInt(access.address());
    this.first = register.applyAsInt(access.operand(1));
    this.second = register.applyAsInt(access.stored());
  }

  @Override
  public int site() {
    return site;
  }

  @Override
  @Nullable Step execute(MachineProcess p) {
    long at = p.r[address];
    long old = p.memory.load(at, size);
    if (p.memory.block(at).watched && !p.isInCapture()) {
      p.watcher().atomic(true);
      p.watcher().load(at, size, p.siteOf(site));
      p.watcher().store(at, size, p.siteOf(site));
      p.watcher().atomic(false);
    }
    if (access.opcode() == Opcode.UPDATE) {
      p.memory.store(at, size, updated(old, p.r[first]));
      p.r[to] = old;
      orders(p, at, access.order(), true);
    } else {
      boolean equal = old == p.r[first];
      orders(p, at, equal ? access.order() : access.orderOfFailure(), equal);
      if (equal) {
        p.memory.store(at, size, p.r[second]);
      }
      p.r[to] = old;
      MachineWords.insert(p.r, to, size, 1, equal ? 1 : 0);
    }
    if (p.s != null) {
      p.mark(to, 0);
    }
    return next;
  }

  private void orders(MachineProcess p, long at, MemoryOrder order, boolean writes) {
    if (!p.isInCapture()) {
      p.watcher().atomicLoad(at, order.acquires(), p.siteOf(site));
      if (writes) {
        p.watcher().atomicStore(at, order.releases(), true, p.siteOf(site));
      }
    }
  }

  /** By LLVM's number of the operation. */
  private long updated(long old, long operand) {
    IrType type = access.stored().type();
    boolean real = type.kind() == IrType.Kind.FLOAT;
    boolean single = Reals.isFloat(type);
    return switch ((int) access.number()) {
      case 0 -> operand;
      case 1 -> old + operand;
      case 2 -> old - operand;
      case 3 -> old & operand;
      case 4 -> ~(old & operand);
      case 5 -> old | operand;
      case 6 -> old ^ operand;
      case 7 -> Math.max(old, operand);
      case 8 -> Math.min(old, operand);
      case 9 -> Long.compareUnsigned(old, operand) >= 0 ? old : operand;
      case 10 -> Long.compareUnsigned(old, operand) <= 0 ? old : operand;
      case 11, 12 -> {
        if (!real) {
          throw Halt.unmodelled("an atomic operation on " + type);
        }
        double change = Reals.value(operand, single);
        double before = Reals.value(old, single);
        yield Reals.bits(access.number() == 11 ? before + change : before - change, single);
      }
      default -> throw Halt.unmodelled("atomic operation " + access.number());
    };
  }
}
