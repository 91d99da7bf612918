package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.mpi.CheckedRequest.Pending;
import fencepost.check.mpi.CheckedRequest.Status;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Partitioned communication (MPI 4.1, chapter 4): a partition of the data is on its way as soon as
 * its sender says that it is ready.
 */
final class PartitionedCalls {
  private PartitionedCalls() {}

  static void addTo(MpiModel library) {
    library.meaning("partitioned", PartitionedCalls::prepare);
    library.meaning("ready", PartitionedCalls::ready);
    library.meaning("arrived", PartitionedCalls::arrived);
  }

  /** One partition, a range or a list of them. */
  private static IntStream partitions(MpiCall call) {
    if (call.has("partition")) {
      return IntStream.of(call.integer("partition"));
    } else if (call.has("partition_low")) {
      return IntStream.rangeClosed(call.integer("partition_low"), call.integer("partition_high"));
    }
    return IntStream.range(0, call.integer("length"))
        .map(i -> (int) call.element("array_of_partitions", i));
  }

  /** A pair of prepared requests, which match in the order of their calls (4.2.2). */
  static final class Transfer {
    private final List<Round> rounds = new ArrayList<>();

    private Round round(int number) {
      while (rounds.size() <= number) {
        rounds.add(new Round());
      }
      return rounds.get(number);
    }
  }

  /** What the sender has made ready since both sides were started; null before its start. */
  private static final class Round {
    byte @Nullable [] @Nullable [] content;

    boolean has(int first, int last) {
      byte[][] sent = content;
      return sent != null && IntStream.rangeClosed(first, last).allMatch(i -> sent[i] != null);
    }

    boolean isComplete() {
      return content != null && has(0, content.length - 1);
    }
  }

  /** One side of a transfer. */
  static final class Side {
    private final MpiCall call;
    private final Transfer transfer;
    private final int partitions;
    private final BitSet taken = new BitSet();
    private int started = -1;

    Side(MpiCall call, Transfer transfer) {
      this.call = call;
      this.transfer = transfer;
      this.partitions = call.integer("partitions");
    }

    private Round round() {
      return transfer.round(started);
    }

    private long address(int partition) {
      return call.argument("buf")
          + partition * call.argument("count") * call.type("datatype").extent();
    }

    Pending startSending() {
      started++;
      round().content = new byte[partitions][];
      return Pending.of(round()::isComplete, () -> {});
    }

    private void ready(int partition) {
      byte[] part =
          call.type("datatype").pack(call.memory(), address(partition), call.argument("count"));
      Objects.requireNonNull(round().content)[partition] = part;
    }

    Pending startReceiving() {
      started++;
      taken.clear();
      Round round = round();
      int source = call.integer("source");
      return new Pending() {
        @Override
        public boolean isReady() {
          return round.isComplete();
        }

        @Override
        public Status complete() {
          IntStream.range(0, partitions).forEach(Side.this::unpack);
          int bytes = (int) (partitions * call.argument("count") * call.type("datatype").size());
          return new Status(source, call.integer("tag"), bytes, false);
        }
      };
    }

    /** Both sides divide the same data: it has arrived if all parts have that it overlaps. */
    private boolean hasArrived(int partition) {
      byte[][] sent = round().content;
      if (sent == null) {
        return false;
      }
      int first = (int) ((long) partition * sent.length / partitions);
      int last = (int) (((partition + 1L) * sent.length - 1) / partitions);
      return round().has(first, last);
    }

    private void unpack(int partition) {
      if (taken.get(partition)) {
        return;
      }
      taken.set(partition);
      byte[][] sent = Objects.requireNonNull(round().content);
      int size = (int) (call.argument("count") * call.type("datatype").size());
      byte[] part = new byte[size];
      int share = size * partitions / sent.length;
      for (int i = 0; i < size; i++) {
        int at = partition * size + i;
        part[i] = Objects.requireNonNull(sent[at / share])[at % share];
      }
      call.type("datatype").unpack(call.memory(), address(partition), call.argument("count"), part);
    }
  }

  private static void prepare(MpiCall call) {
    boolean sends = call.has("dest");
    int other = call.integer(sends ? "dest" : "source");
    if (call.isNobody(other)) {
      RequestCalls.perform(call, started -> Pending.done());
      return;
    }
    int me = call.rank();
    List<Integer> key = List.of(sends ? me : other, sends ? other : me, call.integer("tag"));
    Side side = new Side(call, call.comm().transfer(key, sends));
    RequestCalls.perform(call, started -> sends ? side.startSending() : side.startReceiving());
    long handle = call.memory().load(call.argument("request"), call.header.sizeOf("MPI_Request"));
    call.process.partitioned.put(handle, side);
  }

  private static Side side(MpiCall call) {
    Side side = call.process.partitioned.get(call.argument("request"));
    if (side == null || side.started < 0) {
      throw Halt.fault(call.name() + " of a request that is not partitioned or not started");
    }
    return side;
  }

  private static void ready(MpiCall call) {
    partitions(call).forEach(side(call)::ready);
    call.done();
  }

  private static void arrived(MpiCall call) {
    int partition = call.integer("partition");
    Side side = side(call);
    boolean there = side.hasArrived(partition);
    if (there) {
      side.unpack(partition);
    } else {
      call.poll();
    }
    call.store("flag", 4, there ? 1 : 0);
    call.done();
  }
}
