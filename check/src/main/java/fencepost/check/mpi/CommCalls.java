package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Communicators (MPI 4.1, chapter 7). */
final class CommCalls {
  private CommCalls() {}

  static void addTo(MpiModel library) {
    library.rule(
        "MPI_Comm_rank",
        call -> answer(call, call.process.comm(call.at(0)).rankOf(call.process.rank())));
    library.rule("MPI_Comm_size", call -> answer(call, call.process.comm(call.at(0)).size()));
    library.rule(
        "MPI_Comm_remote_size", call -> answer(call, call.process.comm(call.at(0)).peers().size()));
    library.rule(
        "MPI_Comm_test_inter",
        call -> answer(call, call.process.comm(call.at(0)).other == null ? 0 : 1));
    library.rule("MPI_Comm_compare", CommCalls::compare);
    library.rules(
        call -> together(call, null, round -> copy(call.comm())),
        "MPI_Comm_dup",
        "MPI_Comm_dup_with_info");
    library.operation("make_comm_later", CommCalls::startDuplicate);
    library.rule("MPI_Comm_split", call -> split(call, call.integer("color"), call.integer("key")));
    library.rule(
        "MPI_Comm_split_type",
        call -> split(call, call.integer("split_type"), call.integer("key")));
    library.rule("MPI_Comm_create", CommCalls::create);
    library.rule(
        "MPI_Comm_create_group", call -> createOfGroup(call, call.comm(), call.integer("tag")));
    library.rule(
        "MPI_Comm_create_from_group",
        call -> {
          String tag = call.memory().text(call.argument("stringtag"));
          createOfGroup(call, call.process.world.world(), tag);
        });
    library.rule("MPI_Intercomm_create", CommCalls::createInter);
    library.rule("MPI_Intercomm_merge", CommCalls::merge);
    library.rules(CommCalls::free, "MPI_Comm_free", "MPI_Comm_disconnect");
    library.rule(
        "MPI_Comm_get_parent",
        call -> {
          call.process.storeHandle(call.at(0), "MPI_Comm", call.header.constant("MPI_COMM_NULL"));
          call.done();
        });
    for (String joining :
        List.of(
            "MPI_Comm_spawn",
            "MPI_Comm_spawn_multiple",
            "MPI_Comm_accept",
            "MPI_Comm_connect",
            "MPI_Comm_join")) {
      library.rule(
          joining,
          call -> {
            throw Halt.unmodelled("processes that join later, by " + joining);
          });
    }
    library.rule("MPI_Comm_get_attr", CommCalls::attribute);
    library.rules(
        call -> {
          call.memory().text(call.at(1), "");
          call.memory().store(call.at(2), 4, 0);
          call.done();
        },
        "MPI_Comm_get_name",
        "MPI_Win_get_name");
  }

  private static void answer(MpiCall call, long value) {
    call.memory().store(call.at(1), 4, value);
    call.done();
  }

  private static void compare(MpiCall call) {
    Comm a = call.process.comm(call.at(0));
    Comm b = call.process.comm(call.at(1));
    String relation =
        a == b
            ? "MPI_IDENT"
            : a.members.equals(b.members)
                ? "MPI_CONGRUENT"
                : a.members.containsAll(b.members) && b.members.containsAll(a.members)
                    ? "MPI_SIMILAR"
                    : "MPI_UNEQUAL";
    call.memory().store(call.at(2), 4, call.header.integer(relation));
    call.done();
  }

  private static Comm copy(Comm comm) {
    Comm made = new Comm(comm.members);
    made.topology = comm.topology;
    if (comm.other != null) {
      made.other = new Comm(comm.other.members);
      made.other.other = made;
    }
    return made;
  }

  /** All members call it; what they make is made once, and each gets its part of it. */
  static void together(
      MpiCall call,
      @org.jspecify.annotations.Nullable Object brought,
      Function<Round, Object> maker) {
    Comm comm = call.comm();
    int me = call.process.rank();
    Round round = comm.next(comm.rankOf(me));
    round.bring(me, brought == null ? true : brought);
    List<Integer> all = everyone(comm);
    call.doneWhen(
        () -> round.hasAll(all), () -> define(call, round.make(() -> maker.apply(round))));
  }

  static List<Integer> everyone(Comm comm) {
    List<Integer> all = new ArrayList<>(comm.members);
    if (comm.other != null) {
      all.addAll(comm.other.members);
    }
    return all;
  }

  /** The caller's communicator of those that were made: one, its side of one, or one by color. */
  private static void define(MpiCall call, Object made) {
    Comm mine = null;
    int me = call.process.rank();
    if (made instanceof Comm comm) {
      mine = comm.members.contains(me) ? comm : comm.other;
      mine = mine != null && mine.members.contains(me) ? mine : null;
    } else if (made instanceof Map<?, ?> parts) {
      for (Object part : parts.values()) {
        mine = part instanceof Comm comm && comm.members.contains(me) ? comm : mine;
      }
    }
    define(call, "newcomm", mine);
  }

  static void define(MpiCall call, String argument, @org.jspecify.annotations.Nullable Comm comm) {
    long handle =
        comm == null
            ? call.header.constant("MPI_COMM_NULL")
            : call.process.add(call.process.comms, comm);
    call.storeHandle(argument, "MPI_Comm", handle);
  }

  private static CheckedRequest.Pending startDuplicate(MpiCall call) {
    Comm comm = call.comm();
    int me = call.process.rank();
    Round round = comm.next(comm.rankOf(me));
    round.bring(me, true);
    return CheckedRequest.Pending.of(
        () -> round.hasAll(everyone(comm)), () -> define(call, round.make(() -> copy(comm))));
  }

  private record Choice(int color, int key, int process) {}

  private static void split(MpiCall call, int color, int key) {
    Choice choice = new Choice(color, key, call.process.rank());
    int undefined = call.header.integer("MPI_UNDEFINED");
    List<Integer> members = call.comm().members;
    together(
        call,
        choice,
        round -> {
          Map<Integer, List<Choice>> byColor = new TreeMap<>();
          for (int member : members) {
            Choice one = round.from(member);
            if (one.color != undefined) {
              byColor.computeIfAbsent(one.color, c -> new ArrayList<>()).add(one);
            }
          }
          Map<Integer, Comm> made = new TreeMap<>();
          byColor.forEach((c, choices) -> made.put(c, ordered(choices)));
          return made;
        });
  }

  private static Comm ordered(List<Choice> choices) {
    return new Comm(
        choices.stream()
            .sorted(Comparator.comparingInt(Choice::key))
            .map(Choice::process)
            .toList());
  }

  private static void create(MpiCall call) {
    List<Integer> group = call.process.group(call.argument("group"));
    together(
        call,
        group,
        round -> {
          Map<String, Comm> made = new TreeMap<>();
          for (int member : call.comm().members) {
            List<Integer> wanted = round.from(member);
            if (!wanted.isEmpty()) {
              made.computeIfAbsent(wanted.toString(), key -> new Comm(wanted));
            }
          }
          return made;
        });
  }

  /** Only the members of the group take part: they meet in a communicator of their own. */
  private static void createOfGroup(MpiCall call, Comm parent, Object tag) {
    List<Integer> group = call.process.group(call.argument("group"));
    int me = call.process.rank();
    Comm meeting = parent.meetingOf(group, tag);
    Round round = meeting.next(meeting.rankOf(me));
    round.bring(me, true);
    call.doneWhen(
        () -> round.hasAll(group), () -> define(call, round.<Object>make(() -> new Comm(group))));
  }

  private static void createInter(MpiCall call) {
    Comm local = call.comm();
    Comm peer = call.process.comms.get(call.argument("peer_comm"));
    int me = call.process.rank();
    boolean leader = local.rankOf(me) == call.integer("local_leader");
    Round round = local.next(local.rankOf(me));
    if (leader && peer != null) {
      int there = peer.peers().members.get(call.integer("remote_leader"));
      Comm meeting =
          peer.meetingOf(List.of(Math.min(me, there), Math.max(me, there)), call.integer("tag"));
      Round leaders = meeting.next(meeting.rankOf(me));
      leaders.bring(me, local);
      round.bring(-1, new Leaders(leaders, me, there));
    }
    round.bring(me, true);
    call.doneWhen(
        () ->
            round.hasAll(local.members)
                && round.hasFrom(-1)
                && round.<Leaders>from(-1).round.hasFrom(round.<Leaders>from(-1).there),
        () -> {
          Leaders leaders = round.from(-1);
          define(call, leaders.round.<Object>make(() -> leaders.join()));
        });
  }

  private record Leaders(Round round, int here, int there) {
    Comm join() {
      Comm a = new Comm(round.<Comm>from(here).members);
      a.other = new Comm(round.<Comm>from(there).members);
      a.other.other = a;
      return a;
    }
  }

  private static void merge(MpiCall call) {
    Comm comm = call.comm();
    together(
        call,
        call.integer("high"),
        round -> {
          boolean high = round.<Integer>from(call.process.rank()) != 0;
          Comm other = comm.peers();
          List<Integer> members = new ArrayList<>(high ? other.members : comm.members);
          members.addAll(high ? comm.members : other.members);
          return new Comm(members);
        });
  }

  private static void free(MpiCall call) {
    long handle = call.memory().load(call.argument("comm"), call.header.sizeOf("MPI_Comm"));
    call.process.comms.remove(handle);
    call.storeHandle("comm", "MPI_Comm", call.header.constant("MPI_COMM_NULL"));
    call.done();
  }

  private static void attribute(MpiCall call) {
    boolean known = call.integerAt(1) == call.header.integer("MPI_TAG_UB");
    if (known) {
      long place = call.memory().allocate(4);
      call.memory().store(place, 4, Integer.MAX_VALUE);
      call.memory().store(call.at(2), 8, place);
    }
    call.memory().store(call.at(3), 4, known ? 1 : 0);
    call.done();
  }
}
