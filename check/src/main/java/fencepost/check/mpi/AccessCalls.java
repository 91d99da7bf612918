package fencepost.check.mpi;

import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.CheckedRequest.Pending;

/**
 * Remote memory access (MPI 4.1, 12.3). What a call does is done at once, or as soon as the target
 * has granted its epoch; any other moment until it is completed would be as good.
 */
final class AccessCalls {
  private AccessCalls() {}

  static void addTo(MpiModel library) {
    library.meaning("put", AccessCalls::put);
    library.meaning("get", AccessCalls::get);
    library.meaning("update", AccessCalls::accumulate);
    library.meaning(
        "fetch_update",
        call -> {
          if (call.has("compare_addr")) {
            compareAndSwap(call);
          } else {
            fetchAndUpdate(call);
          }
        });
  }

  /** The memory that a call accesses at the target. */
  private record Target(Win win, int rank, MachineMemory memory, long address) {}

  private static void perform(MpiCall call, java.util.function.Consumer<Target> action) {
    Win win = call.window();
    int rank = call.integer("target_rank");
    boolean[] done = {call.isNobody(rank)};
    if (!done[0]) {
      long address = win.address(rank, call.argument("target_disp"));
      MachineMemory memory = call.process.world.process(win.comm.members.get(rank)).memory();
      Target target = new Target(win, rank, memory, address);
      int origin = win.comm.rankOf(call.process.rank());
      win.perform(
          origin,
          rank,
          call.process.process,
          () -> {
            action.accept(target);
            done[0] = true;
          });
    }
    if (call.has("request")) {
      RequestCalls.perform(call, started -> Pending.of(() -> done[0], () -> {}));
    } else {
      call.done();
    }
  }

  /** Of a side of the call; a call on one element has one type for all. */
  private static TypeLayout type(MpiCall call, String side) {
    return call.type(call.has("datatype") ? "datatype" : side + "_datatype");
  }

  private static long count(MpiCall call, String side) {
    return call.has("datatype") ? 1 : call.argument(side + "_count");
  }

  private static byte[] origin(MpiCall call) {
    return type(call, "origin")
        .pack(call.memory(), call.argument("origin_addr"), count(call, "origin"));
  }

  private static void put(MpiCall call) {
    perform(
        call,
        target ->
            call.type("target_datatype")
                .unpack(
                    target.memory, target.address, call.argument("target_count"), origin(call)));
  }

  private static void get(MpiCall call) {
    perform(
        call,
        target -> {
          byte[] bytes =
              call.type("target_datatype")
                  .pack(target.memory, target.address, call.argument("target_count"));
          call.type("origin_datatype")
              .unpack(
                  call.memory(),
                  call.argument("origin_addr"),
                  call.argument("origin_count"),
                  bytes);
        });
  }

  private static Operator operator(MpiCall call) {
    Operator operator = call.process.operators.get(call.argument("op"));
    if (operator == null) {
      throw fencepost.check.machine.Halt.fault("an accumulate with an operation of the program");
    }
    return operator;
  }

  private static void update(
      Target target, TypeLayout type, long count, Operator operator, byte[] operand) {
    byte[] bytes = type.pack(target.memory, target.address, count);
    int at = 0;
    for (TypeLayout.Piece piece : type.at(0, count)) {
      int elements = Math.min(piece.count(), (operand.length - at) / piece.basic().size());
      operator.apply(piece.basic(), bytes, operand, at, Math.max(0, elements));
      at += piece.bytes();
    }
    type.unpack(target.memory, target.address, count, bytes);
  }

  private static void accumulate(MpiCall call) {
    perform(
        call,
        target ->
            update(
                target,
                call.type("target_datatype"),
                call.argument("target_count"),
                operator(call),
                origin(call)));
  }

  private static void fetchAndUpdate(MpiCall call) {
    perform(
        call,
        target -> {
          TypeLayout type = type(call, "target");
          long count = count(call, "target");
          byte[] operand = operator(call) == Operator.NO_OP ? new byte[0] : origin(call);
          byte[] old = type.pack(target.memory, target.address, count);
          update(target, type, count, operator(call), operand);
          type(call, "result")
              .unpack(call.memory(), call.argument("result_addr"), count(call, "result"), old);
        });
  }

  private static void compareAndSwap(MpiCall call) {
    perform(
        call,
        target -> {
          TypeLayout type = call.type("datatype");
          byte[] wanted = type.pack(call.memory(), call.argument("compare_addr"), 1);
          byte[] fresh = type.pack(call.memory(), call.argument("origin_addr"), 1);
          byte[] old = type.pack(target.memory, target.address, 1);
          if (java.util.Arrays.equals(old, wanted)) {
            type.unpack(target.memory, target.address, 1, fresh);
          }
          type.unpack(call.memory(), call.argument("result_addr"), 1, old);
        });
  }
}
