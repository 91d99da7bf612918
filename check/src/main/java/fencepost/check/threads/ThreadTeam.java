package fencepost.check.threads;

import fencepost.check.machine.MachineStrand;
import fencepost.check.record.StrandRecorder.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The threads that execute a parallel region of OpenMP, and what they share. */
final class ThreadTeam {
  final int size;
  final @Nullable Member creator;

  /** Tells of the end of implicit tasks; its parts: barriers. */
  long object;

  /** Tells of ordered regions. */
  long ordered;

  /** The strand that met the region. */
  int parent;

  /** Barriers that are behind all of them, and who waits at the next one. */
  int barriers;

  int arrived;

  /** The single constructs that somebody has taken, by their numbers. */
  final Set<Integer> singles = new HashSet<>();

  /** Loops of which iterations are given out, by their numbers. */
  final Map<Integer, SharedLoop> loops = new HashMap<>();

  /** What a single construct gives to the other threads. */
  long copied;

  /** Tasks that can be begun or wait for others, in the order of their creation. */
  final List<Task> waiting = new ArrayList<>();

  /** Tasks that are not complete. */
  int unfinished;

  ThreadTeam(int size, @Nullable Member creator) {
    this.size = size;
    this.creator = creator;
  }

  /** The number of parallel regions around. */
  int level() {
    return creator == null ? 0 : creator.team.level() + 1;
  }

  /** Whether threads of its kind are one beside the other. */
  boolean isActive() {
    return size > 1 || (creator != null && creator.team.isActive());
  }

  /** A thread of a team. */
  static final class Member {
    final ThreadTeam team;
    final int number;
    final MachineStrand strand;
    Task task;
    @Nullable Group group;

    /** How many single constructs and shared loops it has come to. */
    int singles;

    int loops;
    @Nullable SharedLoop loop;

    /** First and last values of the loops around iterations that depend on each other. */
    List<long[]> bounds = List.of();

    /** How many sections the construct at hand has, and the first of them that is its own. */
    long sections;

    long firstSection;

    /** Where the code leads on from one section to the next; 0 before the first one. */
    long leadsOn;

    /** The iteration of an ordered loop that it executes. */
    long iteration;

    /** How many threads the next region is asked to have; 0 if nothing was said. */
    int wanted;

    Member(ThreadTeam team, int number, MachineStrand strand) {
      this.team = team;
      this.number = number;
      this.strand = strand;
      this.task = new Task(null, 0, 0);
    }
  }

  /** The tasks between the begin and the end of a taskgroup. */
  static final class Group {
    final @Nullable Group outer;
    long object;
    int unfinished;

    Group(@Nullable Group outer) {
      this.outer = outer;
    }
  }

  /** A task; the implicit ones of a region have no structure. */
  static final class Task {
    final @Nullable Task parent;
    final long structure;
    final long size;
    @Nullable Group group;
    int children;
    boolean done;

    /** Tells of the end of its children; its first part: of its own. */
    long object;

    /** Tells of the end of the chunks that it executed. */
    long pieces;

    /** Whether it has learned which thread executes it. */
    boolean knowsThread;

    /** How often its thread had been set apart before. */
    long distinctions;

    /** What it is to the analysis, and the place where it was created. */
    int strand;

    long created;

    /** The part of the stack from there on is used by this task alone. */
    long frame;

    /** What its thread was before, and what before the chunk at hand. */
    @Nullable Role outside;

    @Nullable Role beforePiece;

    /** Those that it has passed; of an explicit task, those before its creation. */
    int barriers;

    /** What it acquires at its beginning, and what tells of its end. */
    final List<Long> acquired = new ArrayList<>();

    final List<Long> told = new ArrayList<>();

    /** Tasks that must be complete before it begins. */
    final Set<Task> before = new HashSet<>();

    /** For each address, the tasks among its children that a next one may depend on. */
    final Map<Long, Map<DependenceKind, Dependents>> dependences = new HashMap<>();

    Task(@Nullable Task parent, long structure, long size) {
      this.parent = parent;
      this.structure = structure;
      this.size = size;
    }

    boolean isReady() {
      return before.stream().allMatch(task -> task.done);
    }

    boolean descendsFrom(Task other) {
      return parent == other || (parent != null && parent.descendsFrom(other));
    }
  }

  /** What a task does to an item that it depends on (OpenMP 5.1, 2.19.11). */
  enum DependenceKind {
    WRITES,
    READS,
    IN_SET;

    /** Whether the task comes after earlier ones of that kind; members of a set are in no order. */
    boolean comesAfter(DependenceKind earlier) {
      return this == WRITES || this != earlier;
    }
  }

  /** The latest tasks of a kind that depend on an item, and the object that tells of their end. */
  static final class Dependents {
    final Set<Task> latest = new HashSet<>();
    final long told;

    Dependents(long told) {
      this.told = told;
    }
  }

  /** A loop of which the threads get iterations while they go. */
  static final class SharedLoop {
    final long lower;
    final long step;
    final long count;
    final long chunk;
    final boolean fixed;
    final int threads;
    private long next;
    private final Map<Integer, Long> own = new HashMap<>();

    /** The iteration of which the ordered part comes next. */
    long ordered;

    /** Iterations that others need not wait for any more, and what tells of them. */
    final Map<List<Long>, Long> posted = new HashMap<>();

    /**
     * @param fixed whether the chunks belong to the threads in turn
     */
    SharedLoop(long lower, long step, long count, long chunk, boolean fixed, int threads) {
      this.lower = lower;
      this.step = step;
      this.count = count;
      this.chunk = chunk;
      this.fixed = fixed;
      this.threads = threads;
    }

    /** The first iteration of the next chunk of a thread; {@link #count} if there is none. */
    long take(int thread) {
      long first;
      if (fixed) {
        first = own.getOrDefault(thread, thread * chunk);
        own.put(thread, first + threads * chunk);
      } else {
        first = next;
        next += chunk;
      }
      return Math.min(first, count);
    }
  }
}
