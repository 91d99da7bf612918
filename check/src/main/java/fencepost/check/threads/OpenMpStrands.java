package fencepost.check.threads;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineStrand;
import fencepost.check.record.Construct;
import fencepost.check.record.StrandRecorder;
import fencepost.check.record.StrandRecorder.Role;
import fencepost.check.threads.ThreadTeam.DependenceKind;
import fencepost.check.threads.ThreadTeam.Dependents;
import fencepost.check.threads.ThreadTeam.Group;
import fencepost.check.threads.ThreadTeam.Member;
import fencepost.check.threads.ThreadTeam.Task;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What teams, tasks and chunks are to the analysis, and what orders them: the counterpart of {@code
 * capture/openmp.c}. An implicit task is a strand that was forked from the one that met the region,
 * which stands still meanwhile. So is an explicit task, forked where it is created. The chunks of a
 * loop that are given out as threads come for more are strands of their own: a thread that executes
 * two of them one after the other might as well not have, unless they know which thread they are
 * on.
 */
final class OpenMpStrands {
  /** The part of a task's object that tells of its own end. */
  private static final int OWN_END = 1;

  private final ThreadLibrary library;

  /** For each thread, what tells of the strands that know it. */
  private final Map<MachineStrand, Long> own = new HashMap<>();

  OpenMpStrands(ThreadLibrary library) {
    this.library = library;
  }

  private StrandRecorder strands(Invocation i) {
    return library.strands(i);
  }

  /** The place behind the call. */
  private static long pc(Invocation i) {
    return i.site() + 1;
  }

  private static boolean isOutside(Member member) {
    return member.team.creator == null;
  }

  private static long barrier(ThreadTeam team, Task task) {
    return team.object + 1 + task.barriers % (StrandRecorder.PARTS - 1);
  }

  private long objectOf(Invocation i, Task task) {
    if (task.object == 0) {
      task.object = strands(i).newObject();
    }
    return task.object;
  }

  // ---- strands that know their thread ----

  private long own(Invocation i) {
    return own.computeIfAbsent(i.process().strand(), thread -> strands(i).newObject());
  }

  private static boolean knowsThread(Invocation i, Task task) {
    return task.knowsThread || i.process().strand().usesLocals();
  }

  /** The strand at hand has learned which thread executes it. */
  void knowThread(Invocation i, Member member) {
    Task task = member.task;
    if (!isOutside(member) && !task.knowsThread) {
      task.knowsThread = true;
      if (task.beforePiece != null || task.parent != null) {
        strands(i).acquire(own(i), Construct.THREAD, pc(i));
      }
    }
  }

  // ---- parallel regions ----

  void beginTeam(Invocation i, ThreadTeam team) {
    strands(i).beginConcurrent();
    team.object = strands(i).newObject();
    team.ordered = strands(i).newObject();
    team.parent = strands(i).current();
  }

  /** A thread that was made for the team begins with its implicit task. */
  void beginThread(Invocation i, Member member) {
    MachineStrand thread = member.strand;
    member.task.frame = thread.freeStack();
    member.task.distinctions = thread.distinctions();
    strands(i).begin(thread, strands(i).fork(member.team.parent, Construct.PARALLEL, pc(i)));
  }

  /** The present thread executes an implicit task. */
  void beginImplicit(Invocation i, Member member) {
    member.task.distinctions = i.process().strand().distinctions();
    become(i, member.task, strands(i).fork(member.team.parent, Construct.PARALLEL, pc(i)));
  }

  private void become(Invocation i, Task task, int strand) {
    task.frame = i.process().strand().freeStack();
    task.outside = strands(i).become(strand, task.frame);
  }

  void endImplicit(Invocation i, Member member) {
    endPieces(i, member);
    strands(i).end(member.task.outside, Construct.PARALLEL, pc(i), member.team.object);
  }

  /** The strand goes on after all implicit tasks, and the explicit ones nobody waited for. */
  void endTeam(Invocation i, Member master) {
    strands(i).acquire(master.team.object, Construct.PARALLEL, pc(i));
    strands(i).acquire(barrier(master.team, master.task), Construct.PARALLEL, pc(i));
    strands(i).endConcurrent();
  }

  void arrive(Invocation i, Member member) {
    if (!isOutside(member)) {
      endPieces(i, member);
      strands(i).release(barrier(member.team, member.task), Construct.BARRIER, pc(i));
    }
  }

  void leaveBarrier(Invocation i, Member member) {
    if (!isOutside(member)) {
      long object = barrier(member.team, member.task);
      member.task.barriers++;
      strands(i).pass(object, member.team.size, Construct.BARRIER, pc(i));
    }
  }

  // ---- chunks ----

  /** The thread has been given another chunk. */
  void nextPiece(Invocation i, Member member) {
    if (isOutside(member)) {
      return;
    }
    Task task = member.task;
    long distinctions = i.process().strand().distinctions();
    task.knowsThread |= task.beforePiece == null && distinctions > task.distinctions;
    endPiece(i, task);
    if (task.pieces == 0) {
      task.pieces = strands(i).newObject();
    }
    int piece = strands(i).fork(strands(i).current(), Construct.WORKSHARE, pc(i));
    task.beforePiece = strands(i).become(piece, task.frame);
    if (knowsThread(i, task)) {
      strands(i).acquire(own(i), Construct.THREAD, pc(i));
    }
  }

  private void endPiece(Invocation i, Task task) {
    Role before = task.beforePiece;
    if (before != null) {
      task.beforePiece = null;
      long[] told =
          knowsThread(i, task) ? new long[] {task.pieces, own(i)} : new long[] {task.pieces};
      strands(i).end(before, Construct.WORKSHARE, pc(i), told);
    }
  }

  /** There is none left: the task goes on after those that its thread has executed. */
  void endPieces(Invocation i, Member member) {
    endPiece(i, member.task);
    member.task.distinctions = i.process().strand().distinctions();
    if (member.task.pieces != 0) {
      strands(i).acquire(member.task.pieces, Construct.WORKSHARE, pc(i));
    }
  }

  // ---- ordered regions, and iterations that wait for others ----

  void enterOrdered(Invocation i, Member member) {
    if (!isOutside(member)) {
      strands(i).acquire(member.team.ordered, Construct.ORDERED, pc(i));
    }
  }

  void leaveOrdered(Invocation i, Member member) {
    if (!isOutside(member)) {
      strands(i).release(member.team.ordered, Construct.ORDERED, pc(i));
    }
  }

  /** What others acquire who wait for the iteration. */
  long post(Invocation i) {
    long iteration = strands(i).newObject();
    strands(i).release(iteration, Construct.ORDERED, pc(i));
    return iteration;
  }

  void await(Invocation i, long iteration) {
    strands(i).acquire(iteration, Construct.ORDERED, pc(i));
  }

  // ---- tasks ----

  void create(Invocation i, Member creator, Task task) {
    task.barriers = creator.task.barriers;
    task.created = pc(i);
    task.strand = strands(i).fork(strands(i).current(), Construct.TASK, task.created);
  }

  /** Nobody depends on the item yet. */
  Map<DependenceKind, Dependents> newDependents(Invocation i) {
    Map<DependenceKind, Dependents> none = new EnumMap<>(DependenceKind.class);
    for (DependenceKind kind : DependenceKind.values()) {
      none.put(kind, new Dependents(strands(i).newObject()));
    }
    return none;
  }

  /** What a thread interrupts, and goes on with, is in its order if it knows the thread. */
  void begin(Invocation i, Task interrupted, Task task) {
    if (knowsThread(i, interrupted)) {
      strands(i).release(own(i), Construct.THREAD, pc(i));
    }
    become(i, task, task.strand);
    if (knowsThread(i, task)) {
      strands(i).acquire(own(i), Construct.THREAD, pc(i));
    }
    acquire(i, task, Construct.DEPEND);
  }

  /** Goes on after the tasks on which the given one depends. */
  void acquire(Invocation i, Task task, Construct construct) {
    task.acquired.forEach(object -> strands(i).acquire(object, construct, pc(i)));
  }

  /**
   * A task is over.
   *
   * @param resumed what its thread goes on with
   * @param atOnce whether its creator has waited for it
   */
  void end(Invocation i, Member member, Task task, @Nullable Task resumed, boolean atOnce) {
    long end = objectOf(i, task) + OWN_END;
    task.told.add(end);
    if (task.parent != null) {
      task.told.add(objectOf(i, task.parent));
    }
    if (task.group != null) {
      task.told.add(task.group.object);
    }
    if (!isOutside(member)) {
      task.told.add(barrier(member.team, task));
    }
    if (knowsThread(i, task)) {
      task.told.add(own(i));
    }
    long[] told = task.told.stream().mapToLong(Long::longValue).toArray();
    strands(i).end(task.outside, Construct.TASK, task.created, told);
    if (atOnce || isOutside(member)) {
      strands(i).acquire(end, Construct.TASK, pc(i));
    }
    if (resumed != null && knowsThread(i, resumed)) {
      strands(i).acquire(own(i), Construct.THREAD, pc(i));
    }
  }

  void waitedForChildren(Invocation i, Task task) {
    strands(i).acquire(objectOf(i, task), Construct.TASKWAIT, pc(i));
  }

  void beginGroup(Invocation i, Group group) {
    group.object = strands(i).newObject();
  }

  void endGroup(Invocation i, Group group) {
    strands(i).acquire(group.object, Construct.TASKGROUP, pc(i));
  }
}
