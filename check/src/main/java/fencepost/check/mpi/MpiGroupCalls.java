package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Groups of processes (MPI 4.1, 7.3). */
final class MpiGroupCalls {
  private MpiGroupCalls() {}

  static void addTo(MpiModel library) {
    library.rule("MPI_Comm_group", call -> define(call, 1, call.process.comm(call.at(0)).members));
    library.rule(
        "MPI_Comm_remote_group",
        call -> define(call, 1, call.process.comm(call.at(0)).peers().members));
    library.rule(
        "MPI_Win_get_group", call -> define(call, 1, call.process.window(call.at(0)).comm.members));
    library.rule("MPI_Group_from_session_pset", call -> define(call, 2, named(call)));
    library.rule("MPI_Group_size", call -> answer(call, group(call, 0).size()));
    library.rule(
        "MPI_Group_rank",
        call -> {
          int rank = group(call, 0).indexOf(call.process.rank());
          answer(call, rank < 0 ? call.header.integer("MPI_UNDEFINED") : rank);
        });
    library.rule(
        "MPI_Group_incl",
        call ->
            define(call, 3, listed(call, 1, 2).map(i -> group(call, 0).get(i)).boxed().toList()));
    library.rule(
        "MPI_Group_excl",
        call -> {
          List<Integer> members = new ArrayList<>(group(call, 0));
          members.removeAll(listed(call, 1, 2).map(i -> group(call, 0).get(i)).boxed().toList());
          define(call, 3, members);
        });
    library.rule("MPI_Group_range_incl", MpiGroupCalls::range);
    library.rule(
        "MPI_Group_union",
        call -> {
          List<Integer> members = new ArrayList<>(group(call, 0));
          group(call, 1).stream().filter(m -> !members.contains(m)).forEach(members::add);
          define(call, 2, members);
        });
    library.rule(
        "MPI_Group_intersection",
        call -> define(call, 2, group(call, 0).stream().filter(group(call, 1)::contains).toList()));
    library.rule(
        "MPI_Group_difference",
        call ->
            define(
                call,
                2,
                group(call, 0).stream().filter(m -> !group(call, 1).contains(m)).toList()));
    library.rule("MPI_Group_translate_ranks", MpiGroupCalls::translate);
    library.rule(
        "MPI_Group_free",
        call -> {
          call.process.storeHandle(call.at(0), "MPI_Group", call.header.constant("MPI_GROUP_NULL"));
          call.done();
        });
  }

  /** The process sets that there are in every session (MPI 4.1, 11.3.2). */
  private static List<Integer> named(MpiCall call) {
    String set = call.memory().text(call.at(1));
    return switch (set.toLowerCase(Locale.ROOT)) {
      case "mpi://world" -> call.process.world.world().members;
      case "mpi://self" -> List.of(call.process.rank());
      default -> throw Halt.unmodelled("the process set " + set);
    };
  }

  private static List<Integer> group(MpiCall call, int argument) {
    return call.process.group(call.at(argument));
  }

  private static IntStream listed(MpiCall call, int count, int array) {
    return IntStream.range(0, call.integerAt(count))
        .map(i -> call.memory().integer(call.at(array) + 4L * i));
  }

  private static void define(MpiCall call, int argument, List<Integer> members) {
    long handle = call.process.add(call.process.groups, List.copyOf(members));
    call.process.storeHandle(call.at(argument), "MPI_Group", handle);
    call.done();
  }

  private static void answer(MpiCall call, long value) {
    call.memory().store(call.at(1), 4, value);
    call.done();
  }

  private static void range(MpiCall call) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < call.integerAt(1); i++) {
      long range = call.at(2) + 12L * i;
      int first = call.memory().integer(range);
      int last = call.memory().integer(range + 4);
      int step = call.memory().integer(range + 8);
      for (int at = first; step > 0 ? at <= last : at >= last; at += step) {
        members.add(group(call, 0).get(at));
      }
    }
    define(call, 3, members);
  }

  private static void translate(MpiCall call) {
    for (int i = 0; i < call.integerAt(1); i++) {
      int rank = call.memory().integer(call.at(2) + 4L * i);
      int found = call.isNobody(rank) ? rank : group(call, 3).indexOf(group(call, 0).get(rank));
      long there = found == -1 ? call.header.integer("MPI_UNDEFINED") : found;
      call.memory().store(call.at(4) + 4L * i, 4, there);
    }
    call.done();
  }
}
