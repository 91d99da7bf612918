package fencepost.frontend.mpi;

import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that use buffers and order nothing: local reduction, packing (MPI 4.1, 6.9.7 and 5.2), file
 * access (chapter 14), and the memory that buffered sends are given (3.6).
 */
final class LocalBuffers {
  private static final long BUFFERED_SENDS = 0;

  private final MpiFrontEnd frontEnd;
  private final Requests requests;
  private final Map<Key, PendingEffects> open = new HashMap<>();

  /** What a process has begun in one call and ends in another: a file handle, or buffered sends. */
  private record Key(int rank, long handle) {}

  LocalBuffers(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.requests = new Requests(frontEnd);
  }

  void addRules() {
    frontEnd.rule("use", (slots, details) -> use(slots));
    frontEnd.rule("begin_use", (slots, details) -> begin(slots, details.get(0)));
    frontEnd.rule("end_use", (slots, details) -> end(slots.find("fh")));
  }

  /** The buffers are used until the call returns, or until its request is complete. */
  private Rule<MpiProcess> use(Slots slots) {
    List<BufferUse> buffers = BufferUse.of(slots);
    return requests.rule(
        slots,
        (process, record) ->
            (by, request) -> {
              Operation operation = frontEnd.execution().issue(process.strand, by);
              buffers.forEach(
                  b -> b.begin(process, operation, record, BufferUse.ALONE, request.effects));
            });
  }

  /** The buffer is used until the second call, on the same file (14.4.5) or for sends (3.6). */
  private Rule<MpiProcess> begin(Slots slots, String second) {
    BufferUse buffer = BufferUse.of(slots).get(0);
    int file = slots.find("fh");
    Operation.Completion by = new Operation.Completion(second, second);
    return (process, record, returns) -> {
      Operation operation = frontEnd.execution().issue(process.strand, by);
      PendingEffects until = pending(process, file < 0 ? BUFFERED_SENDS : record.slot(file));
      buffer.begin(process, operation, record, BufferUse.ALONE, until);
      return true;
    };
  }

  private Rule<MpiProcess> end(int file) {
    return (process, record, returns) -> {
      if (returns) {
        pending(process, file < 0 ? BUFFERED_SENDS : record.slot(file))
            .complete(frontEnd.execution(), process.strand);
      }
      return true;
    };
  }

  private PendingEffects pending(MpiProcess process, long handle) {
    return open.computeIfAbsent(new Key(process.rank, handle), key -> new PendingEffects());
  }
}
