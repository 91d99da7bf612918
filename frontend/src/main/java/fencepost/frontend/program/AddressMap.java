package fencepost.frontend.program;

import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose memory the addresses of a process are. Memory is named by its owner's rank and address; a
 * shared window maps the memory of others into this process (MPI 4.1, 12.2.3), and what it does
 * there it does to theirs.
 */
public final class AddressMap {
  private static final long MOST_PIECES = 1 << 20;

  private final int self;
  private final List<Part> parts = new ArrayList<>();

  /** The distance is that from an address here to the owner's. */
  private record Part(long from, long to, int owner, long distance) {
    boolean meets(Region region) {
      return from < region.end() && region.start() < to;
    }
  }

  /** Told of the owner and the owner's addresses. */
  public interface Visitor {
    void visit(int owner, Region region);
  }

  AddressMap(int self) {
    this.self = self;
  }

  /** From now on, the memory at the address here is the owner's, where it begins at the base. */
  public void map(long address, long size, int owner, long base) {
    unmap(address, size);
    if (owner != self && size > 0) {
      parts.add(new Part(address, address + size, owner, base - address));
    }
  }

  /** From now on, the memory at the address is the process's own. */
  public void unmap(long address, long size) {
    Region gone = Region.of(address, size);
    parts.removeIf(part -> part.meets(gone));
  }

  /** Whether nothing of the region is memory of others. */
  boolean isMine(Region region) {
    if (parts.isEmpty()) {
      return true; // of most programs
    }
    for (Part part : parts) {
      if (part.meets(region)) {
        return false;
      }
    }
    return true;
  }

  /** Splits a region by owner. */
  public void locate(Region region, Visitor visitor) {
    if (isMine(region)) {
      visitor.visit(self, region);
      return;
    }
    Part part = partAt(region.start());
    if (part != null && region.end() <= part.to) {
      visit(part, region, visitor);
      return;
    }
    for (long row = 0; row < region.rows(); row++) {
      limit(row);
      locateRow(
          Region.strided(region.rowStart(row), region.size(), region.count(), region.stride()),
          visitor);
    }
  }

  /** Blocks that follow each other in the memory of one owner stay together. */
  private void locateRow(Region row, Visitor visitor) {
    long pieces = 0;
    for (long i = 0; i < row.count(); pieces++) {
      limit(pieces);
      long start = row.start() + i * row.stride();
      Part part = partAt(start);
      long end = part == null ? nextPart(start, row.end()) : part.to;
      long blocks =
          Math.min(row.count() - i, (end - start - row.size()) / positive(row.stride()) + 1);
      if (end - start < row.size()) {
        locateBlock(start, start + row.size(), visitor);
        blocks = 1;
      } else {
        visit(part, Region.strided(start, row.size(), blocks, row.stride()), visitor);
      }
      i += blocks;
    }
  }

  /** A single block has no stride. */
  private static long positive(long stride) {
    return Math.max(1, stride);
  }

  private static void limit(long pieces) {
    if (pieces > MOST_PIECES) {
      throw new IllegalArgumentException("memory that lies in more than a million pieces");
    }
  }

  private void locateBlock(long from, long to, Visitor visitor) {
    for (long at = from; at < to; ) {
      Part part = partAt(at);
      long end = part == null ? nextPart(at, to) : Math.min(part.to, to);
      visit(part, Region.of(at, end - at), visitor);
      at = end;
    }
  }

  private void visit(@Nullable Part part, Region region, Visitor visitor) {
    if (part == null) {
      visitor.visit(self, region);
    } else {
      visitor.visit(part.owner, region.shifted(part.distance()));
    }
  }

  private @Nullable Part partAt(long address) {
    for (Part part : parts) {
      if (address >= part.from && address < part.to) {
        return part;
      }
    }
    return null;
  }

  private long nextPart(long address, long end) {
    long next = end;
    for (Part part : parts) {
      if (part.from > address) {
        next = Math.min(next, part.from);
      }
    }
    return next;
  }
}
