package fencepost.check.shmem;

import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.Operator;
import fencepost.check.mpi.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Collectives that move data, over teams and active sets (OpenSHMEM 1.5, 9.9.5 to 9.9.9). Each
 * member brings what it gives, and returns when it has what it gets.
 */
final class ShmemCollectiveCalls {
  private ShmemCollectiveCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("broadcast", ShmemCollectiveCalls::broadcast);
    library.meaning("collect", ShmemCollectiveCalls::collect);
    library.meaning("alltoall", ShmemCollectiveCalls::exchange);
    library.meaning("reduce", ShmemCollectiveCalls::reduce);
  }

  private static byte[] source(ShmemCall call, String count) {
    long size = call.argument(count) * call.signature().element;
    return size == 0 ? new byte[0] : call.memory().bytes(call.argument("source"), size);
  }

  private static void write(ShmemCall call, long offset, byte[] bytes) {
    if (bytes.length > 0) {
      call.memory().write(call.argument("dest") + offset, bytes);
    }
  }

  /** Over an active set, the destination of the root stays as it is (9.9.5). */
  private static void broadcast(ShmemCall call) {
    CheckedTeam team = call.team();
    Round round = call.round(team);
    int root = team.process(call.integer("PE_root"));
    boolean isRoot = root == call.process.rank();
    if (isRoot) {
      round.bring(root, source(call, "nelems"));
    }
    call.when(
        () -> round.hasFrom(root),
        () -> {
          if (!isRoot || call.has("team")) {
            write(call, 0, round.from(root));
          }
          call.done();
        });
  }

  private static void collect(ShmemCall call) {
    CheckedTeam team = call.team();
    Round round = call.round(team);
    round.bring(call.process.rank(), source(call, "nelems"));
    call.whenAll(
        team,
        round,
        () -> {
          long offset = 0;
          for (int member : team.members) {
            byte[] bytes = round.from(member);
            write(call, offset, bytes);
            offset += bytes.length;
          }
          call.done();
        });
  }

  // ---- all to all ----

  /** The distance of elements, in bytes. */
  private static long stride(ShmemCall call, String name) {
    return (call.has(name) ? call.argument(name) : 1) * call.signature().element;
  }

  private static void exchange(ShmemCall call) {
    CheckedTeam team = call.team();
    Round round = call.round(team);
    int count = call.integer("nelems");
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < team.size(); i++) {
      parts.add(gather(call, (long) i * count, count));
    }
    round.bring(call.process.rank(), parts);
    int mine = team.number(call.process.rank());
    call.whenAll(
        team,
        round,
        () -> {
          for (int i = 0; i < team.size(); i++) {
            byte[] part = round.<List<byte[]>>from(team.process(i)).get(mine);
            scatter(call, (long) i * count, part);
          }
          call.done();
        });
  }

  private static byte[] gather(ShmemCall call, long first, int count) {
    int size = call.signature().element;
    byte[] packed = new byte[count * size];
    for (int k = 0; k < count; k++) {
      long at = call.argument("source") + (first + k) * stride(call, "sst");
      System.arraycopy(call.memory().bytes(at, size), 0, packed, k * size, size);
    }
    return packed;
  }

  private static void scatter(ShmemCall call, long first, byte[] packed) {
    int size = call.signature().element;
    MachineMemory memory = call.memory();
    for (int k = 0; k < packed.length / size; k++) {
      byte[] element = Arrays.copyOfRange(packed, k * size, (k + 1) * size);
      memory.write(call.argument("dest") + (first + k) * stride(call, "dst"), element);
    }
  }

  // ---- reductions ----

  private static void reduce(ShmemCall call) {
    CheckedTeam team = call.team();
    Round round = call.round(team);
    Operator operator = operator(call.name());
    round.bring(call.process.rank(), source(call, "nreduce"));
    call.whenAll(
        team,
        round,
        () -> {
          byte[] result = round.<byte[]>from(team.process(0)).clone();
          for (int member : team.members.subList(1, team.size())) {
            int count = result.length / call.signature().element;
            operator.apply(call.signature().type().basic(), result, round.from(member), 0, count);
          }
          write(call, 0, result);
          call.done();
        });
  }

  /** The operation stands in the name: {@code shmem_int_sum_reduce}, {@code ..._and_to_all}. */
  private static Operator operator(String name) {
    String[] words = name.replaceFirst("_(reduce|to_all)$", "").split("_", -1);
    String word = words[words.length - 1].toUpperCase(Locale.ROOT);
    return switch (word) {
      case "AND" -> Operator.BAND;
      case "OR" -> Operator.BOR;
      case "XOR" -> Operator.BXOR;
      default -> Operator.valueOf(word);
    };
  }
}
