package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** Stores of a value to memory. */
abstract class Store extends Step implements Located {
  final int value;
  final int address;
  final int size;
  private final int site;

  Store(int value, int address, int size, int site) {
    this.value = value;
    this.address = address;
    this.size = size;
    this.site = site;
  }

  @Override
  public int site() {
    return site;
  }

  final @Nullable Step done(MachineProcess p, MemoryBlock block, long at) {
    if (block.watched && !p.isInCapture()) {
      p.watcher().store(at, size, p.siteOf(site));
    }
    int[] marks = p.s;
    if (block.unknown != null || marks != null) {
      p.memory.markUnknown(at, size, marks == null ? 0 : marks[value]);
    }
    return next;
  }

  static Store of(int value, int address, int size, int site) {
    return switch (size) {
      case 1 -> new Store8(value, address, site);
      case 2 -> new Store16(value, address, site);
      case 4 -> new Store32(value, address, site);
      case 8 -> new Store64(value, address, site);
      default -> new StoreMany(value, address, size, site);
    };
  }

  private static final class Store8 extends Store {
    Store8(int value, int address, int site) {
      super(value, address, 1, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      block.data[(int) at] = (byte) p.r[value];
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Store16 extends Store {
    Store16(int value, int address, int site) {
      super(value, address, 2, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      MachineMemory.SHORT.set(block.data, (int) at, (short) p.r[value]);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Store32 extends Store {
    Store32(int value, int address, int site) {
      super(value, address, 4, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      MachineMemory.INT.set(block.data, (int) at, (int) p.r[value]);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Store64 extends Store {
    Store64(int value, int address, int site) {
      super(value, address, 8, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      MachineMemory.LONG.set(block.data, (int) at, p.r[value]);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  /** An aggregate, from as many registers as it has words. */
  private static final class StoreMany extends Store {
    StoreMany(int value, int address, int size, int site) {
      super(value, address, size, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MachineWords.store(p.memory, at, size, p.r, value);
      return done(p, p.memory.block(at), at);
    }
  }
}
