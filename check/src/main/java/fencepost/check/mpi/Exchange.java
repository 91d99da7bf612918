package fencepost.check.mpi;

import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.CheckedRequest.Pending;
import java.util.ArrayList;
import java.util.List;

/** One process's part in a collective that moves data. It returns when what it needs is there. */
class Exchange {
  final MpiCall call;
  final Comm comm;
  final Comm peers;
  final int me;
  final Round round;

  Exchange(MpiCall call) {
    this.call = call;
    this.comm = call.comm();
    this.peers = comm.peers();
    this.me = call.process.rank();
    this.round = comm.next(comm.rankOf(me));
  }

  final MachineMemory memory() {
    return call.memory();
  }

  final Pending when(List<Integer> arrived, Runnable action) {
    return Pending.of(() -> round.hasAll(arrived), action);
  }

  /** Whether the caller is the root; in an intercommunicator it says so itself (6.2.3). */
  final boolean isRoot() {
    int root = call.integer("root");
    return comm.other == null ? comm.rankOf(me) == root : root == call.header.integer("MPI_ROOT");
  }

  /** Whether the caller only takes part in name: the group of the root, but not the root. */
  private boolean isIdle() {
    return comm.other != null && call.integer("root") == call.header.integer("MPI_PROC_NULL");
  }

  private List<Integer> root() {
    return List.of(peers.members.get(call.integer("root")));
  }

  // ---- buffers ----

  final byte[] sent(long from, long count, TypeLayout type) {
    return type.pack(memory(), call.argument("sendbuf") + from, count);
  }

  final void received(long at, long count, TypeLayout type, byte[] bytes) {
    type.unpack(memory(), call.argument("recvbuf") + at, count, bytes);
  }

  /** Where the part of a member lies in a buffer, and how large it is. */
  record Part(long offset, long count, TypeLayout type) {}

  /** By "send" or "recv", with counts and displacements of the form that the call has. */
  final Part part(String side, int index) {
    String counts = side + "counts";
    boolean varying = call.has(counts);
    if (call.has(side + "types")) {
      TypeLayout type = call.process.type(call.element(side + "types", index));
      return new Part(call.element(displacements(side), index), call.element(counts, index), type);
    }
    TypeLayout type = call.type(side + "type");
    if (!varying) {
      long count = call.argument(side + "count");
      return new Part(index * count * type.extent(), count, type);
    }
    return new Part(
        call.element(displacements(side), index) * type.extent(),
        call.element(counts, index),
        type);
  }

  private String displacements(String side) {
    return call.has("displs") ? "displs" : side.charAt(0) + "displs";
  }

  final byte[] sentPart(int index) {
    Part part = part("send", index);
    return sent(part.offset, part.count, part.type);
  }

  final byte[] ownPart(int index) {
    Part part = part("recv", index);
    return part.type.pack(memory(), call.argument("recvbuf") + part.offset, part.count);
  }

  final void receivedPart(int index, byte[] bytes) {
    Part part = part("recv", index);
    received(part.offset, part.count, part.type, bytes);
  }

  // ---- collectives ----

  Pending barrier() {
    round.bring(me, true);
    return when(CommCalls.everyone(comm), () -> {});
  }

  Pending broadcast() {
    TypeLayout type = call.isNobody(call.integer("root")) ? null : call.type("datatype");
    if (type == null || isIdle()) {
      return Pending.done();
    }
    long buffer = call.argument("buffer");
    long count = call.argument("count");
    if (isRoot()) {
      round.bring(me, type.pack(memory(), buffer, count));
      return Pending.done();
    }
    return when(root(), () -> type.unpack(memory(), buffer, count, round.from(root().get(0))));
  }

  Pending gather() {
    if (isIdle()) {
      return Pending.done();
    }
    boolean inPlace = call.isInPlace("sendbuf");
    boolean root = isRoot();
    if (!root || comm.other == null) {
      round.bring(
          me, inPlace ? new byte[0] : sent(0, call.argument("sendcount"), call.type("sendtype")));
    }
    if (!root) {
      return Pending.done();
    }
    return when(
        peers.members,
        () -> {
          for (int i = 0; i < peers.size(); i++) {
            int member = peers.members.get(i);
            if (!(inPlace && member == me)) {
              receivedPart(i, round.from(member));
            }
          }
        });
  }

  Pending scatter() {
    if (isIdle()) {
      return Pending.done();
    }
    if (isRoot()) {
      List<byte[]> parts = new ArrayList<>();
      for (int i = 0; i < peers.size(); i++) {
        parts.add(sentPart(i));
      }
      round.bring(me, parts);
      if (comm.other != null || call.isInPlace("recvbuf")) {
        return Pending.done();
      }
    }
    return when(
        root(),
        () -> {
          List<byte[]> parts = round.from(root().get(0));
          received(
              0, call.argument("recvcount"), call.type("recvtype"), parts.get(comm.rankOf(me)));
        });
  }

  Pending gatherToAll() {
    boolean inPlace = call.isInPlace("sendbuf");
    round.bring(
        me,
        inPlace
            ? ownPart(comm.rankOf(me))
            : sent(0, call.argument("sendcount"), call.type("sendtype")));
    return when(
        CommCalls.everyone(comm),
        () -> {
          for (int i = 0; i < peers.size(); i++) {
            receivedPart(i, round.from(peers.members.get(i)));
          }
        });
  }

  Pending allToAll() {
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < peers.size(); i++) {
      parts.add(call.isInPlace("sendbuf") ? ownPart(i) : sentPart(i));
    }
    round.bring(me, parts);
    int mine = comm.rankOf(me);
    return when(
        CommCalls.everyone(comm),
        () -> {
          for (int i = 0; i < peers.size(); i++) {
            receivedPart(i, round.<List<byte[]>>from(peers.members.get(i)).get(mine));
          }
        });
  }
}
