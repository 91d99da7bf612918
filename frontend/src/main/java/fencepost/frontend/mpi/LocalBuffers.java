package fencepost.frontend.mpi;

import static fencepost.frontend.mpi.BufferUse.reads;
import static fencepost.frontend.mpi.BufferUse.writes;

import fencepost.frontend.mpi.BufferUse.Role;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Calls that use buffers and order nothing: local reduction, packing (MPI 4.1, 6.9.7 and 5.2), file
 * access (chapter 14), and the memory that buffered sends are given (3.6).
 */
final class LocalBuffers {
  private static final Role ALONE = new Role(0, false, 0, 0);
  private static final Datatype BYTES = Datatype.basic(new AtomicType("byte1", 1), 1, false);
  private static final long BUFFERED_SENDS = 0;

  private final MpiFrontEnd frontEnd;
  private final Map<Key, PendingEffects> open = new HashMap<>();

  /** What a process has begun in one call and ends in another: a file handle, or buffered sends. */
  private record Key(int rank, long handle) {}

  LocalBuffers(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    during(
        "MPI_Reduce_local",
        reads("inbuf", "count", "datatype"),
        writes("inoutbuf", "count", "datatype"));
    for (String suffix : List.of("", "_external")) {
      pack("MPI_Pack" + suffix, reads("inbuf", "incount", "datatype"), "outbuf");
      pack("MPI_Unpack" + suffix, writes("outbuf", "outcount", "datatype"), "inbuf");
    }
    file("read", writes("buf", "count", "datatype"));
    file("write", reads("buf", "count", "datatype"));
    attach();
    end("MPI_Buffer_detach", "");
  }

  private void file(String name, BufferUse buffer) {
    for (String suffix : List.of("", "_all", "_at", "_at_all", "_shared", "_ordered")) {
      during("MPI_File_" + name + suffix, buffer);
    }
    for (String suffix : List.of("", "_all", "_at", "_at_all", "_shared")) {
      start("MPI_File_i" + name + suffix, buffer);
    }
    for (String suffix : List.of("_all", "_at_all", "_ordered")) {
      begin("MPI_File_" + name + suffix + "_begin", buffer);
      end("MPI_File_" + name + suffix + "_end", "fh");
    }
  }

  private Slots slots(String call) {
    return new Slots(frontEnd.table(), call);
  }

  private Operation issue(MpiProcess process, Operation.Completion by) {
    return frontEnd.execution().issue(process.strand, by);
  }

  /** The buffers are used until the call returns, which is when it is recorded. */
  private void during(String call, BufferUse... buffers) {
    Slots slots = slots(call);
    List<Slots.Buffer> arguments = Stream.of(buffers).map(buffer -> buffer.in(slots)).toList();
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Operation operation = issue(process, Rank.ON_RETURN);
          for (int i = 0; i < buffers.length; i++) {
            buffers[i].begin(
                process, operation, record, arguments.get(i), ALONE, process.thread.untilReturn);
          }
          process.thread.untilReturn.complete(frontEnd.execution(), process.strand);
          return true;
        });
  }

  /** One buffer of elements, the other of bytes, of which a part is used. */
  private void pack(String call, BufferUse elements, String packed) {
    Slots slots = slots(call);
    int bytes = slots.of(packed);
    int from = slots.of("from");
    int to = slots.of("to");
    Slots.Buffer at = elements.in(slots);
    AccessKind kind =
        elements.kind() == AccessKind.BUFFER_READ
            ? AccessKind.BUFFER_WRITE
            : AccessKind.BUFFER_READ;
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Operation operation = issue(process, Rank.ON_RETURN);
          PendingEffects until = process.thread.untilReturn;
          elements.begin(process, operation, record, at, ALONE, until);
          long start = record.slot(bytes) + record.slot(from);
          long size = record.slot(to) - record.slot(from);
          process.useBuffer(operation, kind, BYTES, start, size, until);
          until.complete(frontEnd.execution(), process.strand);
          return true;
        });
  }

  /** Completed by waiting for the request. */
  private void start(String call, BufferUse buffer) {
    Slots.Buffer at = buffer.in(slots(call));
    int handle = slots(call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Request request = new Request();
          Operation operation = issue(process, Messages.BY_WAIT);
          buffer.begin(process, operation, record, at, ALONE, request.effects);
          process.define(record.slot(handle), request);
          return true;
        });
  }

  /** Completed by the second call on the same file (14.4.5). */
  private void begin(String call, BufferUse buffer) {
    Slots.Buffer at = buffer.in(slots(call));
    int file = slots(call).of("fh");
    String second = call.replace("_begin", "_end");
    Operation.Completion by = new Operation.Completion(second, second);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          PendingEffects until = pending(process, record.slot(file));
          buffer.begin(process, issue(process, by), record, at, ALONE, until);
          return true;
        });
  }

  private void attach() {
    Operation.Completion by = new Operation.Completion("MPI_Buffer_detach", "MPI_Buffer_detach");
    int buffer = slots("MPI_Buffer_attach").of("buffer");
    int size = slots("MPI_Buffer_attach").of("size");
    frontEnd.rule(
        "MPI_Buffer_attach",
        (process, record, returns) -> {
          PendingEffects until = pending(process, BUFFERED_SENDS);
          long start = record.slot(buffer);
          Operation operation = issue(process, by);
          process.useBuffer(
              operation, AccessKind.BUFFER_WRITE, BYTES, start, record.slot(size), until);
          return true;
        });
  }

  private void end(String call, String handle) {
    int slot = slots(call).find(handle);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (returns) {
            pending(process, slot < 0 ? BUFFERED_SENDS : record.slot(slot))
                .complete(frontEnd.execution(), process.strand);
          }
          return true;
        });
  }

  private PendingEffects pending(MpiProcess process, long handle) {
    return open.computeIfAbsent(new Key(process.rank, handle), key -> new PendingEffects());
  }
}
