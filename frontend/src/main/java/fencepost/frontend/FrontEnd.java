package fencepost.frontend;

import fencepost.engine.Strand;
import fencepost.trace.AddressSpace;
import fencepost.trace.RecordCursor;
import java.util.List;

/**
 * Translates the calls of one programming model. Calls it has no rule for have no meaning for races
 * and are passed over.
 */
public interface FrontEnd {

  /** A process has started; the record at hand introduces it. */
  Process start(Strand strand, int ranks, AddressSpace code, Horizon horizon, RecordCursor record);

  /** How far everything is known. */
  interface Horizon {
    /** Whether everything that other processes called before the time has been translated. */
    boolean isPast(long time);
  }

  /** The program has ended: what still waits for something waits in vain. */
  void end();

  /** What a piece of memory is, for reports. */
  MemoryNames names();

  /** The calls of one process. */
  interface Process {
    /**
     * Translates the call at hand; false if it must wait for what other processes did, and is to be
     * tried again.
     */
    boolean call(RecordCursor record);

    /** A datatype introduces itself. */
    void datatype(RecordCursor record);

    /** A load or store. */
    void access(RecordCursor record);

    /** An atomic operation has returned a value. */
    void value(RecordCursor record);

    /** Memory of another process is mapped into this one. */
    void shared(RecordCursor record);

    /** What the process is waiting for, if its last call must wait; for messages. */
    String waitingIn();
  }

  /** Gives memory the names that a programmer knows it by. */
  interface MemoryNames {
    /** The exposed objects that hold the address at the rank, the latest last. */
    List<MemoryObject> at(int rank, long address);
  }

  /** A window, symmetric object or segment at one rank. */
  record MemoryObject(String kind, int site, long base, long size) {}
}
