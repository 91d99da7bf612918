package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of one process that has a counterpart in every other: the variables of the program,
 * which have the same addresses everywhere, and blocks of the symmetric heap, of which the n-th of
 * one process belongs to the n-th of every other (OpenSHMEM 1.5, section 3).
 */
final class CheckedSymmetricMemory {
  private static final int VARIABLES = -1;
  private static final int NONE = -2;
  private static final int BLOCK = 32;

  /** The addresses of all variables, from the first to the last. */
  final long variablesFrom = 1L << BLOCK;

  final long variablesTo;

  private final MachineMemory memory;
  private final List<Piece> heap = new ArrayList<>();
  private final Map<Long, Integer> live = new HashMap<>();
  private final Map<Mapping, Long> mapped = new HashMap<>();

  /** A piece of memory. */
  record Piece(long base, long size) {}

  private record Mapping(CheckedSymmetricMemory owner, int piece) {}

  CheckedSymmetricMemory(MachineProcess process) {
    this.memory = process.memory();
    this.variablesTo = process.machine().image().end();
  }

  long allocate(long size) {
    long base = memory.allocate(size);
    live.put(base >>> BLOCK, heap.size());
    heap.add(new Piece(base, size));
    return base;
  }

  void free(long address) {
    if (live.remove(address >>> BLOCK) == null) {
      throw Halt.fault("memory is freed that is no block of the symmetric heap");
    }
    memory.free(address);
  }

  private int pieceOf(long address) {
    boolean variable = address >= variablesFrom && address < variablesTo;
    return variable ? VARIABLES : live.getOrDefault(address >>> BLOCK, NONE);
  }

  boolean has(long address) {
    return pieceOf(address) != NONE;
  }

  /** The piece that an address is in. */
  Piece at(long address) {
    int piece = pieceOf(address);
    if (piece == NONE) {
      throw Halt.fault("memory that is not symmetric is accessed at another PE");
    }
    return piece(piece);
  }

  private Piece piece(int number) {
    return number == VARIABLES
        ? new Piece(variablesFrom, variablesTo - variablesFrom)
        : heap.get(number);
  }

  /** Where the counterpart of an address is at another process. */
  long counterpart(long address, CheckedSymmetricMemory other) {
    long offset = address - at(address).base;
    return other.piece(pieceOf(address)).base + offset;
  }

  /** Where the counterpart of an address at another process can be accessed here. */
  long map(long address, CheckedSymmetricMemory owner) {
    long offset = address - at(address).base;
    int number = pieceOf(address);
    return owner == this
        ? address
        : mapped.computeIfAbsent(new Mapping(owner, number), key -> map(owner, number)) + offset;
  }

  /** All blocks of the piece, one behind the other as they are at their owner. */
  private long map(CheckedSymmetricMemory owner, int number) {
    Piece piece = owner.piece(number);
    long first = memory.map(owner.memory.block(piece.base));
    for (long at = piece.base + (1L << BLOCK); at < piece.base + piece.size; at += 1L << BLOCK) {
      memory.map(owner.memory.block(at));
    }
    return first;
  }
}
