package fencepost.check.threads;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.MachineStrand;
import fencepost.check.record.Construct;
import fencepost.check.threads.ThreadTeam.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * OpenMP as clang compiles it: the entry points of LLVM's runtime, and the functions of the
 * standard. A region that asks for no number of threads has two.
 */
final class OpenMp {
  private static final int DEFAULT_THREADS = 2;

  private final ThreadLibrary library;
  final OpenMpStrands strands;
  private final OpenMpTasks tasks = new OpenMpTasks(this);
  private final Map<MachineProcess, State> states = new HashMap<>();

  private static final class State {
    private final Map<MachineStrand, Member> members = new HashMap<>();
    private final Map<Integer, Map<Long, Long>> locals = new HashMap<>();
    private int threads = DEFAULT_THREADS;
  }

  OpenMp(ThreadLibrary library) {
    this.library = library;
    this.strands = new OpenMpStrands(library);
  }

  void add() {
    regions();
    constructs();
    queries();
    locks();
    new OpenMpLoops(this).add();
    tasks.add();
  }

  void add(Library.Routine routine, String... names) {
    library.add(List.of(names), routine);
  }

  private State state(Invocation i) {
    return states.computeIfAbsent(i.process(), key -> new State());
  }

  /** The calling thread in its team; outside of parallel regions it is alone. */
  Member member(Invocation i) {
    MachineStrand strand = i.process().strand();
    return state(i)
        .members
        .computeIfAbsent(strand, key -> new Member(new ThreadTeam(1, null), 0, strand));
  }

  // ---- parallel regions ----

  private void regions() {
    add(i -> fork(i, 3, true), "__kmpc_fork_call");
    add(i -> fork(i, 4, i.argument(3) != 0), "__kmpc_fork_call_if");
    add(this::beginAlone, "__kmpc_serialized_parallel");
    add(this::endAlone, "__kmpc_end_serialized_parallel");
    add(i -> member(i).wanted = i.integer(2), "__kmpc_push_num_threads");
    add(i -> {}, "__kmpc_push_proc_bind", "__kmpc_begin", "__kmpc_end");
    add(i -> library.strands(i).fence(true, true, i.site() + 1), "__kmpc_flush");
    add(i -> i.returns(i.process().strand().number()), "__kmpc_global_thread_num");
  }

  private void begin(Invocation i, Member member) {
    state(i).members.put(member.strand, member);
  }

  private void leave(Invocation i) {
    Member creator = member(i).team.creator;
    if (creator != null) {
      begin(i, creator);
    }
  }

  private void beginAlone(Invocation i) {
    Member member = new Member(new ThreadTeam(1, member(i)), 0, i.process().strand());
    strands.beginTeam(i, member.team);
    strands.beginImplicit(i, member);
    begin(i, member);
  }

  private void endAlone(Invocation i) {
    Member member = member(i);
    strands.endImplicit(i, member);
    strands.endTeam(i, member);
    leave(i);
  }

  private void fork(Invocation i, int first, boolean parallel) {
    Member creator = member(i);
    State state = state(i);
    int wanted = creator.wanted > 0 ? creator.wanted : state.threads;
    creator.wanted = 0;
    ThreadTeam team = new ThreadTeam(parallel && !creator.team.isActive() ? wanted : 1, creator);
    strands.beginTeam(i, team);
    long function = i.argument(2);
    for (int number = 1; number < team.size; number++) {
      Map<Long, Long> locals = state.locals.computeIfAbsent(number, key -> new HashMap<>());
      Member[] member = new Member[1];
      MachineStrand strand =
          i.process()
              .spawn(
                  locals,
                  () -> endRegion(i, member[0], () -> {}),
                  function,
                  arguments(i, i.process().strands(), number, first));
      member[0] = new Member(team, number, strand);
      begin(i, member[0]);
      strands.beginThread(i, member[0]);
    }
    Member master = new Member(team, 0, i.process().strand());
    begin(i, master);
    strands.beginImplicit(i, master);
    i.process()
        .enter(
            () ->
                endRegion(
                    i,
                    master,
                    () -> {
                      strands.endTeam(i, master);
                      leave(i);
                    }),
            function,
            arguments(i, master.strand.number(), 0, first));
  }

  /** The implicit task is over; its thread waits for the others, and executes what is left. */
  private void endRegion(Invocation i, Member member, Runnable then) {
    strands.endImplicit(i, member);
    await(i, member, then);
  }

  /** Two numbers of the thread by their addresses, then what the region uses. */
  private static long[] arguments(Invocation i, int strand, int number, int first) {
    long[] passed = new long[i.count() - first + 2];
    passed[0] = i.memory().allocate(8);
    passed[1] = i.memory().allocate(8);
    i.memory().store(passed[0], 4, strand);
    i.memory().store(passed[1], 4, number);
    for (int n = first; n < i.count(); n++) {
      passed[n - first + 2] = i.argument(n);
    }
    return passed;
  }

  // ---- constructs ----

  private void constructs() {
    add(i -> barrier(i, member(i), () -> {}), "__kmpc_barrier");
    add(i -> barrier(i, member(i), () -> i.returns(0)), "__kmpc_cancel_barrier");
    add(i -> i.returns(0), "__kmpc_cancel", "__kmpc_cancellationpoint");
    add(i -> i.returns(member(i).number == 0), "__kmpc_master");
    add(i -> i.returns(member(i).number == i.integer(2)), "__kmpc_masked");
    add(i -> {}, "__kmpc_end_master", "__kmpc_end_masked", "__kmpc_end_single");
    add(i -> i.returns(member(i).team.singles.add(member(i).singles++)), "__kmpc_single");
    add(this::copyPrivate, "__kmpc_copyprivate");
    add(
        i -> library.locks(i).take(i, Construct.CRITICAL, i.argument(2), () -> {}),
        "__kmpc_critical",
        "__kmpc_critical_with_hint");
    add(this::endCritical, "__kmpc_end_critical", "__kmpc_end_reduce_nowait");
    // 1: the caller itself adds what it has, while nobody else does
    add(
        i -> library.locks(i).take(i, Construct.CRITICAL, i.argument(6), () -> i.returns(1)),
        "__kmpc_reduce",
        "__kmpc_reduce_nowait");
    add(
        i -> {
          endCritical(i);
          barrier(i, member(i), () -> {});
        },
        "__kmpc_end_reduce");
  }

  private void endCritical(Invocation i) {
    library.locks(i).release(i, Construct.CRITICAL, i.argument(2));
  }

  private void copyPrivate(Invocation i) {
    Member member = member(i);
    boolean gives = i.integer(5) != 0;
    if (gives) {
      member.team.copied = i.argument(3);
    }
    barrier(
        i,
        member,
        () -> {
          if (!gives) {
            i.process().invoke(i.argument(4), i.argument(3), member.team.copied);
          }
          barrier(i, member, () -> {});
        });
  }

  private void barrier(Invocation i, Member member, Runnable then) {
    strands.arrive(i, member);
    await(
        i,
        member,
        () -> {
          strands.leaveBarrier(i, member);
          then.run();
        });
  }

  /** Everybody arrives, and all tasks of the team are complete; whoever waits executes them. */
  private void await(Invocation i, Member member, Runnable then) {
    ThreadTeam team = member.team;
    int before = team.barriers;
    team.arrived++;
    tasks.help(
        i,
        member,
        () -> team.barriers != before || (team.arrived == team.size && team.unfinished == 0),
        task -> true,
        () -> {
          if (team.barriers == before) {
            team.arrived = 0;
            team.barriers++;
          }
          then.run();
        });
  }

  // ---- the functions of the standard ----

  private void queries() {
    add(
        i -> {
          strands.knowThread(i, member(i));
          i.returns(member(i).number);
        },
        "omp_get_thread_num");
    add(i -> i.returns(member(i).team.size), "omp_get_num_threads");
    add(i -> i.returns(member(i).team.isActive() ? 1 : state(i).threads), "omp_get_max_threads");
    add(i -> state(i).threads = Math.max(1, i.integer(0)), "omp_set_num_threads");
    add(i -> i.returns(DEFAULT_THREADS), "omp_get_num_procs", "omp_get_thread_limit");
    add(i -> i.returns(member(i).team.isActive()), "omp_in_parallel");
    add(i -> i.returns(member(i).team.level()), "omp_get_level");
    add(i -> i.returns(member(i).team.isActive() ? 1 : 0), "omp_get_active_level");
    add(i -> i.returns(1), "omp_get_max_active_levels");
    add(
        i -> i.returns(0),
        "omp_get_dynamic",
        "omp_get_nested",
        "omp_get_cancellation",
        "omp_get_num_devices");
    add(
        i -> {},
        "omp_set_dynamic",
        "omp_set_nested",
        "omp_set_max_active_levels",
        "omp_set_schedule");
    add(i -> i.returns(i.process().machine().tick() * 1e-6), "omp_get_wtime");
    add(i -> i.returns(1e-6), "omp_get_wtick");
  }

  private void locks() {
    add(i -> library.locks(i).create(i.argument(0), false), "omp_init_lock");
    add(i -> library.locks(i).create(i.argument(0), true), "omp_init_nest_lock");
    add(i -> {}, "omp_destroy_lock", "omp_destroy_nest_lock");
    add(
        i -> library.locks(i).take(i, Construct.LOCK, i.argument(0), () -> {}),
        "omp_set_lock",
        "omp_set_nest_lock");
    add(
        i -> library.locks(i).release(i, Construct.LOCK, i.argument(0)),
        "omp_unset_lock",
        "omp_unset_nest_lock");
    add(
        i -> i.returns(library.locks(i).tryToTake(i, Construct.LOCK, i.argument(0))),
        "omp_test_lock",
        "omp_test_nest_lock");
  }
}
