package fencepost.check.machine;

import fencepost.program.ir.MemoryOrder;
import fencepost.program.ir.Opcode;
import org.jspecify.annotations.Nullable;

/** An atomic load or store, or a fence: in one step with the access, what it orders is told. */
final class AtomicAccess extends Step implements Located {
  private final Opcode opcode;
  private final MemoryOrder order;
  private final @Nullable Step access;
  private final int address;
  private final int site;

  AtomicAccess(Opcode opcode, MemoryOrder order, @Nullable Step access, int address, int site) {
    this.opcode = opcode;
    this.order = order;
    this.access = access;
    this.address = address;
    this.site = site;
  }

  @Override
  public int site() {
    return site;
  }

  @Override
  @Nullable Step execute(MachineProcess p) {
    if (access != null) {
      p.watcher().atomic(true);
      access.execute(p);
      p.watcher().atomic(false);
    }
    if (!p.isInCapture()) {
      long place = p.siteOf(site);
      switch (opcode) {
        case LOAD -> p.watcher().atomicLoad(p.r[address], order.acquires(), place);
        case STORE -> p.watcher().atomicStore(p.r[address], order.releases(), false, place);
        default -> p.watcher().fence(order.acquires(), order.releases(), place);
      }
    }
    return next;
  }
}
