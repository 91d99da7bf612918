package fencepost.engine;

import fencepost.engine.Scenario.Locking;
import fencepost.model.AtomicType;
import java.util.ArrayList;
import java.util.List;

/**
 * A random execution: who does what, in one possible order, the whole repeated some times as a loop
 * would. Every script is valid: a move that makes no sense where it stands, or that would have to
 * wait for a later one, is left out. So a script stays valid when moves are taken out of it, and
 * none can deadlock.
 *
 * @param helpers the ranks that have a second strand
 */
record Script(int ranks, List<Integer> helpers, int iterations, List<Move> moves) {

  enum Verb {
    LOAD,
    STORE,
    PUT,
    GET,
    ACCUMULATE,
    FETCH,
    ATOMIC_GET,
    FLUSH,
    FLUSH_LOCAL,
    WAIT,
    FENCE,
    BARRIER,
    SEND,
    RECEIVE,
    POST,
    START,
    COMPLETE,
    WAIT_EPOCH,
    LOCK,
    UNLOCK
  }

  /**
   * One thing that a strand does to a rank, with a cell of memory there and, for some verbs, one at
   * home.
   *
   * @param exceptLast whether the last iteration of a loop does without it
   */
  record Move(Verb verb, int strand, int rank, int cell, int option, boolean exceptLast) {}

  static final List<Bytes> CELLS =
      List.of(
          Bytes.bytes(0, 4),
          Bytes.bytes(4, 4),
          Bytes.bytes(0, 8),
          Bytes.bytes(2, 4),
          Bytes.blocks(0, 4, 3, 8),
          Bytes.blocks(20, 4, 3, -8),
          Bytes.blocks(0, 4, 2, 6),
          new Bytes(1, 2, 2, 4, 3, 7));

  /** The cells that no atomic access would touch twice. */
  private static final int ATOMIC_CELLS = 7;

  private static final List<AtomicType> TYPES =
      List.of(new AtomicType("int4", 4), new AtomicType("float4", 4));

  Scenario scenario() {
    return new Writer().write();
  }

  /** Writes the scenario. */
  private final class Writer {
    private final Scenario scenario = new Scenario();
    private final List<StrandScript> strands = new ArrayList<>();
    private final int[] requests = new int[ranks];
    private int messages;
    private int barriers;

    Scenario write() {
      for (int rank = 0; rank < ranks; rank++) {
        strands.add(scenario.rank(rank));
      }
      helpers.forEach(helper -> strands.add(scenario.strand(helper % ranks, strands.size())));
      for (int i = 0; i < iterations; i++) {
        for (int line = 0; line < moves.size(); line++) {
          Move move = moves.get(line);
          boolean last = iterations > 1 && i == iterations - 1;
          if (!(last && move.exceptLast)) {
            write(move, line);
          }
        }
      }
      return scenario;
    }

    private void write(Move move, int line) {
      StrandScript strand = strands.get(move.strand % strands.size());
      int rank = move.rank % ranks;
      switch (move.verb) {
        case LOAD, STORE, PUT, GET, ACCUMULATE, FETCH, ATOMIC_GET ->
            access(move, strand.line(line), rank);
        case FLUSH, FLUSH_LOCAL, WAIT, FENCE -> complete(move, strand, rank);
        case BARRIER, SEND, RECEIVE -> synchronise(move, strand);
        case POST, START, COMPLETE, WAIT_EPOCH -> epoch(move, strand, rank);
        case LOCK, UNLOCK -> lock(move, strand, rank);
      }
    }

    private void access(Move move, StrandScript strand, int rank) {
      Bytes cell = CELLS.get(move.cell % CELLS.size());
      Bytes atoms = CELLS.get(move.cell % ATOMIC_CELLS);
      Bytes buffer = CELLS.get(move.option % CELLS.size());
      AtomicType type = TYPES.get(move.option % 4 == 0 ? 1 : 0);
      int owner = move.option % 2 == 0 ? rank : strand.rank; // shared memory or its own
      switch (move.verb) {
        case LOAD -> strand.load(cell, owner, move.option == 7);
        case STORE -> strand.store(cell, owner, move.option == 7);
        case PUT -> strand.put(cell, rank, buffer);
        case GET -> strand.get(cell, rank, buffer);
        case ACCUMULATE -> strand.accumulate(atoms, rank, type, buffer);
        case FETCH -> strand.fetch(atoms, rank, type, buffer);
        default -> strand.atomicGet(atoms, rank, type, buffer);
      }
      if (move.verb != Verb.LOAD && move.verb != Verb.STORE) {
        strand.as(request(strand, requests[strand.rank]++));
      }
    }

    private void complete(Move move, StrandScript strand, int rank) {
      if (move.verb == Verb.FENCE) {
        fence();
      } else if (move.verb == Verb.FLUSH && strand.flushReturns(rank)) {
        strand.flush(rank);
      } else if (move.verb == Verb.FLUSH_LOCAL && strand.flushReturns(rank)) {
        strand.flushLocal(rank);
      } else if (move.verb == Verb.WAIT && requests[strand.rank] > 0) {
        String request = request(strand, move.option % requests[strand.rank]);
        if (strand.waitForReturns(request)) {
          strand.waitFor(request);
        }
      }
    }

    private static String request(StrandScript strand, int number) {
      return "request " + number + " of rank " + strand.rank;
    }

    private void fence() {
      for (StrandScript strand : strands) {
        for (int rank = 0; rank < ranks; rank++) {
          if (strand.flushReturns(rank)) {
            strand.flush(rank);
          }
        }
      }
      strands.forEach(strand -> strand.barrier("fence"));
    }

    private void synchronise(Move move, StrandScript strand) {
      if (move.verb == Verb.SEND) {
        strand.send("message " + messages++);
      } else if (move.verb == Verb.RECEIVE && messages > 0) {
        strand.receive("message " + (messages - 1 - move.option % messages));
      } else if (move.verb == Verb.BARRIER) {
        String name = "barrier " + barriers++;
        for (int s = 0; s < strands.size(); s++) {
          if ((move.option & 1 << s) == 0) {
            strands.get(s).barrier(name);
          }
        }
      }
    }

    private void epoch(Move move, StrandScript strand, int rank) {
      boolean started = strand.hasStarted(rank);
      if (move.verb == Verb.POST && !strand.hasPosted(rank)) {
        strand.post(rank);
      } else if (move.verb == Verb.START && !started && !strand.holds(rank)) {
        strand.start(rank);
      } else if (move.verb == Verb.COMPLETE && started && strand.flushReturns(rank)) {
        strand.complete(rank);
      } else if (move.verb == Verb.WAIT_EPOCH && strand.waitReturns(rank)) {
        strand.waitEpoch(rank);
      }
    }

    private void lock(Move move, StrandScript strand, int rank) {
      boolean exclusive = move.option % 3 != 0;
      boolean checked = move.option % 8 != 7;
      Locking how = new Locking(rank, exclusive, checked, move.option % 2 == 0);
      if (move.verb == Verb.UNLOCK) {
        if (strand.holds(rank) && strand.flushReturns(rank)) {
          strand.unlock(rank);
        }
      } else if (!strand.holds(rank)
          && !strand.hasStarted(rank)
          && (rank != strand.rank || scenario.lockReturns(rank, how))) {
        strand.lock(how);
      }
    }
  }
}
