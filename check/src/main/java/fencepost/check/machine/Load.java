package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** Loads of a value from memory; integers are sign-extended. */
abstract class Load extends Step implements Located {
  final int to;
  final int address;
  final int size;
  private final int site;

  Load(int to, int address, int size, int site) {
    this.to = to;
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
      p.watcher().load(at, size, p.siteOf(site));
    }
    if (block.unknown != null || p.s != null) {
      p.mark(to, p.memory.unknown(at, size));
    }
    return next;
  }

  static Load of(int to, int address, int size, int site) {
    return switch (size) {
      case 1 -> new Load8(to, address, site);
      case 2 -> new Load16(to, address, site);
      case 4 -> new Load32(to, address, site);
      case 8 -> new Load64(to, address, site);
      default -> new LoadMany(to, address, size, site);
    };
  }

  private static final class Load8 extends Load {
    Load8(int to, int address, int site) {
      super(to, address, 1, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      p.r[to] = block.data[(int) at];
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Load16 extends Load {
    Load16(int to, int address, int site) {
      super(to, address, 2, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      p.r[to] = (short) MachineMemory.SHORT.get(block.data, (int) at);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Load32 extends Load {
    Load32(int to, int address, int site) {
      super(to, address, 4, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      p.r[to] = (int) MachineMemory.INT.get(block.data, (int) at);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  private static final class Load64 extends Load {
    Load64(int to, int address, int site) {
      super(to, address, 8, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MemoryBlock block = p.memory.blocks[(int) (at >>> 32)];
      p.r[to] = (long) MachineMemory.LONG.get(block.data, (int) at);
      return block.special || p.s != null ? done(p, block, at) : next;
    }
  }

  /** An aggregate, into as many registers as it has words. */
  private static final class LoadMany extends Load {
    LoadMany(int to, int address, int size, int site) {
      super(to, address, size, site);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long at = p.r[address];
      MachineWords.load(p.memory, at, size, p.r, to);
      return done(p, p.memory.block(at), at);
    }
  }
}
