package fencepost.check.threads;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import fencepost.check.record.Construct;
import fencepost.check.threads.ThreadTeam.DependenceKind;
import fencepost.check.threads.ThreadTeam.Dependents;
import fencepost.check.threads.ThreadTeam.Group;
import fencepost.check.threads.ThreadTeam.Member;
import fencepost.check.threads.ThreadTeam.Task;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Tasks of OpenMP. They are deferred, and executed by whoever waits at a barrier, a taskwait or the
 * end of a taskgroup. The runtime's structure of a task begins with the address of what it shares
 * and the address of its function.
 */
final class OpenMpTasks {
  private static final int DEPEND_INFO = 24;
  private static final int OUT = 2;
  private static final int MUTUAL = 4;
  private static final int IN_SET = 8;
  private static final int ALL_MEMORY = 0x80;
  private static final int GRAINSIZE = 1;
  private static final int NUM_TASKS = 2;

  private final OpenMp openMp;
  private final Map<MachineMemory, Map<Long, Long>> sizes = new HashMap<>();

  OpenMpTasks(OpenMp openMp) {
    this.openMp = openMp;
  }

  void add() {
    openMp.add(this::allocate, "__kmpc_omp_task_alloc");
    openMp.add(i -> create(i, i.argument(2), List.of()), "__kmpc_omp_task");
    openMp.add(
        i -> create(i, i.argument(2), dependences(i, i.integer(3), i.argument(4))),
        "__kmpc_omp_task_with_deps");
    openMp.add(this::beginUndeferred, "__kmpc_omp_task_begin_if0");
    openMp.add(this::endUndeferred, "__kmpc_omp_task_complete_if0");
    openMp.add(this::awaitChildren, "__kmpc_omp_taskwait");
    openMp.add(this::awaitDependences, "__kmpc_omp_wait_deps", "__kmpc_omp_taskwait_deps_51");
    openMp.add(
        i -> {
          i.letOthersRun();
          i.returns(0);
        },
        "__kmpc_omp_taskyield");
    openMp.add(this::beginGroup, "__kmpc_taskgroup");
    openMp.add(i -> endGroup(i, () -> {}), "__kmpc_end_taskgroup");
    openMp.add(this::loop, "__kmpc_taskloop");
  }

  // ---- creation ----

  private void allocate(Invocation i) {
    long size = (i.argument(3) + 15) / 16 * 16;
    i.returns(allocate(i.memory(), size, i.argument(4), i.argument(5)));
  }

  private long allocate(MachineMemory memory, long size, long shared, long function) {
    long structure = memory.allocate(size + shared);
    sizes.computeIfAbsent(memory, key -> new HashMap<>()).put(structure, size + shared);
    memory.store(structure, 8, shared > 0 ? structure + size : 0);
    memory.store(structure + 8, 8, function);
    return structure;
  }

  private Task task(Invocation i, long structure) {
    long size = sizes.getOrDefault(i.memory(), Map.of()).getOrDefault(structure, 0L);
    return new Task(openMp.member(i).task, structure, size);
  }

  private record Wish(long address, DependenceKind kind) {}

  private static List<Wish> dependences(Invocation i, int count, long list) {
    Wish[] wishes = new Wish[count];
    for (int n = 0; n < count; n++) {
      long at = list + (long) DEPEND_INFO * n;
      int flags = (int) i.memory().load(at + 16, 1);
      if ((flags & ALL_MEMORY) != 0) {
        throw Halt.unmodelled("a task that depends on all memory");
      }
      wishes[n] = new Wish(i.memory().load(at, 8), kind(flags));
    }
    return List.of(wishes);
  }

  private static DependenceKind kind(int flags) {
    if ((flags & (OUT | MUTUAL)) != 0) {
      return DependenceKind.WRITES;
    }
    return (flags & IN_SET) != 0 ? DependenceKind.IN_SET : DependenceKind.READS;
  }

  /**
   * Tasks before this one.
   *
   * @param real whether the next ones come behind it; else it stands for the wait for others
   */
  private Set<Task> order(Invocation i, Task parent, List<Wish> wishes, Task task, boolean real) {
    Set<Task> before = new HashSet<>();
    for (Wish wish : wishes) {
      Map<DependenceKind, Dependents> known =
          parent.dependences.computeIfAbsent(wish.address, key -> openMp.strands.newDependents(i));
      known.forEach(
          (kind, dependents) -> {
            if (wish.kind.comesAfter(kind)) {
              task.acquired.add(dependents.told);
              dependents.latest.stream().filter(other -> other != task).forEach(before::add);
              if (real && wish.kind == DependenceKind.WRITES) {
                dependents.latest.clear();
              }
            }
          });
      Dependents own = Objects.requireNonNull(known.get(wish.kind));
      task.told.add(own.told);
      if (real) {
        own.latest.add(task);
      }
    }
    return before;
  }

  private void create(Invocation i, long structure, List<Wish> wishes) {
    Member member = openMp.member(i);
    Task task = task(i, structure);
    task.before.addAll(order(i, member.task, wishes, task, true));
    i.returns(0);
    submit(i, member, task, () -> {});
    i.process().created();
  }

  private void submit(Invocation i, Member member, Task task, Runnable then) {
    member.task.children++;
    member.team.unfinished++;
    openMp.strands.create(i, member, task);
    task.group = member.group;
    for (Group group = task.group; group != null; group = group.outer) {
      group.unfinished++;
    }
    if (member.team.size == 1) { // nobody else could execute it
      execute(i, member, task, then);
    } else {
      member.team.waiting.add(task);
      then.run();
    }
  }

  // ---- execution ----

  private void execute(Invocation i, Member member, Task task, Runnable then) {
    Task before = member.task;
    Group group = member.group;
    member.task = task;
    member.group = task.group;
    openMp.strands.begin(i, before, task);
    i.process()
        .enter(
            () -> {
              openMp.strands.end(i, member, task, before, false);
              member.task = before;
              member.group = group;
              finish(member, task);
              then.run();
            },
            i.memory().load(task.structure + 8, 8),
            member.strand.number(),
            task.structure);
  }

  private static void finish(Member member, Task task) {
    task.done = true;
    member.team.unfinished--;
    if (task.parent != null) {
      task.parent.children--;
    }
    for (Group group = task.group; group != null; group = group.outer) {
      group.unfinished--;
    }
  }

  /** Waits until something holds; meanwhile executes tasks that may be begun here. */
  void help(
      Invocation i, Member member, BooleanSupplier until, Predicate<Task> allowed, Runnable then) {
    Predicate<Task> possible = task -> allowed.test(task) && task.isReady();
    i.process()
        .waitFor(
            i.name(),
            () -> until.getAsBoolean() || member.team.waiting.stream().anyMatch(possible),
            () -> {
              if (until.getAsBoolean()) {
                then.run();
                return;
              }
              List<Task> tasks = member.team.waiting.stream().filter(possible).toList();
              if (tasks.isEmpty()) {
                help(i, member, until, allowed, then);
                return;
              }
              Task task = tasks.get(i.process().choiceOfWork(tasks.size()));
              member.team.waiting.remove(task);
              execute(i, member, task, () -> help(i, member, until, allowed, then));
            });
  }

  /** A tied task that waits is interrupted by its own descendants only (OpenMP 5.2, 12.9). */
  private void help(Invocation i, BooleanSupplier until, Runnable then) {
    Member member = openMp.member(i);
    Task waiting = member.task;
    help(i, member, until, task -> task.descendsFrom(waiting), then);
  }

  private void beginUndeferred(Invocation i) {
    Member member = openMp.member(i);
    Task task = task(i, i.argument(2));
    task.group = member.group;
    openMp.strands.create(i, member, task);
    openMp.strands.begin(i, member.task, task);
    member.task = task;
  }

  private void endUndeferred(Invocation i) {
    Member member = openMp.member(i);
    openMp.strands.end(i, member, member.task, member.task.parent, true);
    member.task.done = true;
    if (member.task.parent != null) {
      member.task = member.task.parent;
    }
  }

  // ---- waiting ----

  private void awaitChildren(Invocation i) {
    Task task = openMp.member(i).task;
    help(
        i,
        () -> task.children == 0,
        () -> {
          openMp.strands.waitedForChildren(i, task);
          i.returns(0);
        });
  }

  private void awaitDependences(Invocation i) {
    Task parent = openMp.member(i).task;
    Task wait = new Task(parent, 0, 0);
    Set<Task> awaited = order(i, parent, dependences(i, i.integer(2), i.argument(3)), wait, false);
    help(
        i,
        () -> awaited.stream().allMatch(task -> task.done),
        () -> openMp.strands.acquire(i, wait, Construct.TASKWAIT));
  }

  private void beginGroup(Invocation i) {
    Member member = openMp.member(i);
    member.group = new Group(member.group);
    openMp.strands.beginGroup(i, member.group);
  }

  private void endGroup(Invocation i, Runnable then) {
    Member member = openMp.member(i);
    Group group = member.group;
    if (group == null) {
      throw Halt.unmodelled(i.name() + " without a beginning");
    }
    help(
        i,
        () -> group.unfinished == 0,
        () -> {
          openMp.strands.endGroup(i, group);
          member.group = group.outer;
          then.run();
        });
  }

  // ---- loops of tasks ----

  private void loop(Invocation i) {
    boolean grouped = i.integer(7) == 0;
    if (grouped) {
      beginGroup(i);
    }
    long original = i.argument(2);
    long lower = i.memory().load(i.argument(4), 8);
    long upper = i.memory().load(i.argument(5), 8);
    long step = i.argument(6);
    long trips = (step > 0 ? upper < lower : upper > lower) ? 0 : (upper - lower) / step + 1;
    long grain =
        switch (i.integer(8)) {
          case GRAINSIZE -> Math.max(1, i.argument(9));
          case NUM_TASKS -> Math.max(1, (trips + i.argument(9) - 1) / Math.max(1, i.argument(9)));
          default -> Math.max(1, trips / (2L * openMp.member(i).team.size));
        };
    create(
        i,
        new Chunks(original, lower, step, trips, grain, i.argument(4), i.argument(5)),
        0,
        grouped ? () -> endGroup(i, () -> {}) : () -> {});
    i.process().created();
  }

  /**
   * How a loop is cut: its first value, step and number of iterations, and where a task has its.
   */
  private record Chunks(
      long original, long lower, long step, long trips, long grain, long lowerAt, long upperAt) {}

  private void create(Invocation i, Chunks loop, long first, Runnable then) {
    if (first >= loop.trips) {
      then.run();
      return;
    }
    long end = Math.min(loop.trips, first + loop.grain);
    long copy = copy(i, loop.original);
    MachineMemory memory = i.memory();
    memory.store(copy + loop.lowerAt - loop.original, 8, loop.lower + first * loop.step);
    memory.store(copy + loop.upperAt - loop.original, 8, loop.lower + (end - 1) * loop.step);
    if (i.argument(10) != 0) {
      i.process().invoke(i.argument(10), copy, loop.original, end == loop.trips ? 1 : 0);
    }
    submit(i, openMp.member(i), task(i, copy), () -> create(i, loop, end, then));
  }

  private long copy(Invocation i, long original) {
    MachineMemory memory = i.memory();
    long size = sizes.getOrDefault(memory, Map.of()).getOrDefault(original, 0L);
    long copy = memory.allocate(size);
    memory.copy(copy, memory, original, size);
    long shared = memory.load(original, 8);
    if (shared != 0) {
      memory.store(copy, 8, copy + shared - original);
    }
    sizes.computeIfAbsent(memory, key -> new HashMap<>()).put(copy, size);
    return copy;
  }
}
