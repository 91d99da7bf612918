package fencepost.check.mpi;

import fencepost.check.mpi.CheckedRequest.Pending;
import java.util.List;

/** One process's part in a reduction (MPI 4.1, 6.9 to 6.11). */
final class Reduce extends Exchange {
  private final TypeLayout type;
  private final MpiReduction reduction;

  Reduce(MpiCall call) {
    super(call);
    type = call.type("datatype");
    reduction = MpiReduction.of(call);
  }

  private byte[] given(long count) {
    return type.pack(
        memory(), call.argument(call.isInPlace("sendbuf") ? "recvbuf" : "sendbuf"), count);
  }

  /** The first so many members combined, in the order of their ranks. */
  private byte[] combined(List<Integer> members, long count) {
    byte[] result = round.<byte[]>from(members.get(0)).clone();
    for (int member : members.subList(1, members.size())) {
      byte[] next = round.<byte[]>from(member).clone();
      reduction.combine(type, next, result, count);
      result = next;
    }
    return result;
  }

  Pending toRoot() {
    long count = call.argument("count");
    boolean root = isRoot();
    if (call.isNobody(call.integer("root"))) {
      return Pending.done();
    }
    if (!root || comm.other == null) {
      round.bring(me, given(count));
    }
    return root
        ? when(peers.members, () -> received(0, count, type, combined(peers.members, count)))
        : Pending.done();
  }

  Pending toAll() {
    long count = call.argument("count");
    round.bring(me, given(count));
    return when(
        CommCalls.everyone(comm), () -> received(0, count, type, combined(peers.members, count)));
  }

  Pending scan(boolean inclusive) {
    long count = call.argument("count");
    round.bring(me, given(count));
    List<Integer> before = comm.members.subList(0, comm.rankOf(me) + (inclusive ? 1 : 0));
    return when(
        before,
        () -> {
          if (!before.isEmpty()) {
            received(0, count, type, combined(before, count));
          }
        });
  }

  @Override
  Pending scatter() {
    boolean block = call.has("recvcount");
    long before = 0;
    long total = 0;
    int mine = comm.rankOf(me);
    for (int i = 0; i < comm.size(); i++) {
      long count = block ? call.argument("recvcount") : call.element("recvcounts", i);
      before += i < mine ? count : 0;
      total += count;
    }
    long count = block ? call.argument("recvcount") : call.element("recvcounts", mine);
    long whole = total;
    int from = (int) (before * type.size());
    round.bring(me, given(total));
    return when(
        comm.members,
        () -> {
          byte[] all = combined(comm.members, whole);
          int to = from + (int) (count * type.size());
          received(0, count, type, java.util.Arrays.copyOfRange(all, from, to));
        });
  }
}
