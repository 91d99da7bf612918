package fencepost.check.threads;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.MachineStrand;
import fencepost.check.record.Construct;
import fencepost.check.record.StrandRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * POSIX threads, and those of C11 and C++, which are the same under other names. The identifier of
 * a thread is the number of its strand and one, so that it is not zero.
 */
final class PosixThreads {
  private static final int EBUSY = 16;
  private static final int ETIMEDOUT = 110;
  private static final int RECURSIVE = 1;
  private static final int SERIAL_THREAD = -1;

  private final ThreadLibrary library;
  private final Map<MachineProcess, State> states = new HashMap<>();

  /** What the objects of one process are at present, by their addresses. */
  private static final class State {
    private final Map<Long, MachineStrand> threads = new HashMap<>();
    private final Map<Long, Long> results = new HashMap<>();
    private final Map<Long, List<Boolean[]>> sleepers = new HashMap<>();
    private final Map<Long, Barrier> barriers = new HashMap<>();
    private final Map<Long, Map<MachineStrand, Long>> values = new HashMap<>();
    private final Map<Long, Boolean> done = new HashMap<>();
    private long keys;
  }

  private static final class Barrier {
    private final long size;

    /** Each round is a part of it: a fast thread arrives anew before a slow one has left. */
    private final long object;

    private long arrived;
    private long round;

    Barrier(long size, long object) {
      this.size = size;
      this.object = object;
    }
  }

  PosixThreads(ThreadLibrary library) {
    this.library = library;
  }

  private State state(Invocation i) {
    return states.computeIfAbsent(i.process(), key -> new State());
  }

  void add() {
    threads();
    mutexes();
    conditions();
    barriers();
    semaphores();
    values();
  }

  private void add(Library.Routine routine, String... names) {
    library.add(List.of(names), routine);
  }

  private static void nothing(Invocation i) {
    i.returns(0);
  }

  /** The place behind the call. */
  private static long pc(Invocation i) {
    return i.site() + 1;
  }

  /** What tells of the end of a thread; no address is as large. */
  private static long endOf(long identifier) {
    return 1L << 61 | identifier;
  }

  // ---- threads ----

  private void threads() {
    add(i -> create(i, i.argument(2), i.argument(3)), "pthread_create");
    add(i -> create(i, i.argument(1), i.argument(2)), "thrd_create");
    add(
        this::createOfObject,
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE");
    add(i -> join(i, i.argument(0), i.argument(1), 8), "pthread_join");
    add(i -> join(i, i.argument(0), i.argument(1), 4), "thrd_join");
    add(this::joinObject, "_ZNSt6thread4joinEv");
    add(i -> i.memory().store(i.argument(0), 8, 0), "_ZNSt6thread6detachEv");
    add(this::exit, "pthread_exit", "thrd_exit");
    add(i -> i.returns(i.process().strand().number() + 1L), "pthread_self", "thrd_current");
    add(i -> i.returns(i.argument(0) == i.argument(1)), "pthread_equal", "thrd_equal");
    add(
        i -> {
          i.letOthersRun();
          i.returns(0);
        },
        "thrd_yield",
        "pthread_yield",
        "thrd_sleep");
    add(i -> i.returns(2), "_ZNSt6thread20hardware_concurrencyEv");
    add(
        PosixThreads::nothing,
        "pthread_detach",
        "thrd_detach",
        "pthread_attr_init",
        "pthread_attr_destroy",
        "pthread_attr_setdetachstate",
        "pthread_attr_setstacksize",
        "pthread_setaffinity_np",
        "pthread_setname_np");
  }

  private void create(Invocation i, long function, long argument) {
    State state = state(i);
    long identifier = i.process().strands() + 1L;
    StrandRecorder strands = library.strands(i);
    strands.beginConcurrent();
    int strand = strands.fork(strands.current(), Construct.THREAD, pc(i));
    MachineStrand[] made = new MachineStrand[1];
    made[0] =
        i.process()
            .spawn(
                new HashMap<>(),
                () -> {
                  strands.end(null, Construct.THREAD, pc(i), endOf(identifier));
                  state.results.putIfAbsent(identifier, made[0].returned());
                },
                function,
                argument);
    strands.begin(made[0], strand);
    state.threads.put(identifier, made[0]);
    i.memory().store(i.argument(0), 8, identifier);
    i.returns(0);
  }

  /** {@code std::thread} owns an object, and runs the third of its virtual functions. */
  private void createOfObject(Invocation i) {
    long object = i.memory().load(i.argument(1), 8);
    i.memory().store(i.argument(1), 8, 0);
    create(i, i.memory().load(i.memory().load(object, 8) + 16, 8), object);
  }

  private void join(Invocation i, long identifier, long result, int size) {
    State state = state(i);
    awaitEnd(
        i,
        identifier,
        () -> {
          if (result != 0) {
            i.memory().store(result, size, state.results.getOrDefault(identifier, 0L));
          }
          i.returns(0);
        });
  }

  private void joinObject(Invocation i) {
    long identifier = i.memory().load(i.argument(0), 8);
    awaitEnd(i, identifier, () -> i.memory().store(i.argument(0), 8, 0));
  }

  private void awaitEnd(Invocation i, long identifier, Runnable then) {
    MachineStrand thread = state(i).threads.remove(identifier);
    i.waitFor(
        () -> thread == null || thread.hasEnded(),
        () -> {
          if (thread != null) {
            library.strands(i).acquire(endOf(identifier), Construct.JOIN, pc(i));
            library.strands(i).endConcurrent();
          }
          then.run();
        });
  }

  private void exit(Invocation i) {
    long identifier = i.process().strand().number() + 1L;
    state(i).results.put(identifier, i.argument(0));
    if (identifier > 1) { // not the one that executes main
      library.strands(i).end(null, Construct.THREAD, pc(i), endOf(identifier));
    }
    i.process().endStrand();
  }

  // ---- locks ----

  private void mutexes() {
    add(
        i -> {
          i.memory().store(i.argument(0), 4, i.argument(1));
          i.returns(0);
        },
        "pthread_mutexattr_settype");
    add(
        i -> {
          long kind = i.argument(1) == 0 ? 0 : i.memory().load(i.argument(1), 4);
          create(i, kind == RECURSIVE);
        },
        "pthread_mutex_init");
    add(i -> create(i, (i.argument(1) & RECURSIVE) != 0), "mtx_init");
    add(i -> create(i, false), "pthread_spin_init", "pthread_rwlock_init");
    add(
        i -> library.locks(i).take(i, Construct.MUTEX, i.argument(0), () -> i.returns(0)),
        "pthread_mutex_lock",
        "mtx_lock",
        "pthread_spin_lock",
        "pthread_rwlock_wrlock");
    add(
        i ->
            i.returns(
                library.locks(i).tryToTake(i, Construct.MUTEX, i.argument(0)) > 0 ? 0 : EBUSY),
        "pthread_mutex_trylock",
        "pthread_spin_trylock",
        "pthread_rwlock_trywrlock");
    add(
        i -> i.returns(library.locks(i).tryToTake(i, Construct.MUTEX, i.argument(0)) > 0 ? 0 : 1),
        "mtx_trylock");
    add(i -> library.locks(i).read(i, i.argument(0), () -> i.returns(0)), "pthread_rwlock_rdlock");
    add(
        i -> i.returns(library.locks(i).tryToRead(i, i.argument(0)) ? 0 : EBUSY),
        "pthread_rwlock_tryrdlock");
    add(
        i -> {
          library.locks(i).release(i, Construct.MUTEX, i.argument(0));
          i.returns(0);
        },
        "pthread_mutex_unlock",
        "mtx_unlock",
        "pthread_spin_unlock",
        "pthread_rwlock_unlock");
    add(
        PosixThreads::nothing,
        "pthread_mutex_destroy",
        "mtx_destroy",
        "pthread_spin_destroy",
        "pthread_rwlock_destroy",
        "pthread_mutexattr_init",
        "pthread_mutexattr_destroy");
  }

  private void create(Invocation i, boolean nests) {
    library.locks(i).create(i.argument(0), nests);
    i.returns(0);
  }

  // ---- conditions ----

  private void conditions() {
    add(i -> sleep(i, i.argument(1)), "pthread_cond_wait", "cnd_wait");
    add(
        i -> sleep(i, i.memory().load(i.argument(1), 8)), // the mutex of a unique_lock
        "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
    add(this::timeOut, "pthread_cond_timedwait", "cnd_timedwait", "pthread_cond_clockwait");
    add(
        i -> wake(i, 1),
        "pthread_cond_signal",
        "cnd_signal",
        "_ZNSt18condition_variable10notify_oneEv");
    add(
        i -> wake(i, Integer.MAX_VALUE),
        "pthread_cond_broadcast",
        "cnd_broadcast",
        "_ZNSt18condition_variable10notify_allEv");
    add(
        PosixThreads::nothing,
        "pthread_cond_init",
        "pthread_cond_destroy",
        "cnd_init",
        "cnd_destroy",
        "_ZNSt18condition_variableC1Ev",
        "_ZNSt18condition_variableC2Ev",
        "_ZNSt18condition_variableD1Ev",
        "_ZNSt18condition_variableD2Ev");
  }

  private void sleep(Invocation i, long mutex) {
    Boolean[] woken = {false};
    state(i).sleepers.computeIfAbsent(i.argument(0), key -> new ArrayList<>()).add(woken);
    library.locks(i).release(i, Construct.CONDITION, mutex);
    i.waitFor(
        () -> woken[0],
        () -> library.locks(i).take(i, Construct.CONDITION, mutex, () -> i.returns(0)));
  }

  /** Time may always be up; the others come first. */
  private void timeOut(Invocation i) {
    library.locks(i).release(i, Construct.CONDITION, i.argument(1));
    boolean[] waited = {false};
    i.waitFor(
        () -> {
          boolean second = waited[0];
          waited[0] = true;
          return second;
        },
        () ->
            library
                .locks(i)
                .take(i, Construct.CONDITION, i.argument(1), () -> i.returns(ETIMEDOUT)));
  }

  private void wake(Invocation i, int most) {
    List<Boolean[]> sleepers = state(i).sleepers.getOrDefault(i.argument(0), new ArrayList<>());
    for (int n = 0; n < most && !sleepers.isEmpty(); n++) {
      sleepers.remove(0)[0] = true;
    }
    i.returns(0);
  }

  // ---- barriers and semaphores ----

  private void barriers() {
    add(
        i -> {
          state(i).barriers.put(i.argument(0), barrier(i, i.argument(2)));
          i.returns(0);
        },
        "pthread_barrier_init");
    add(this::arrive, "pthread_barrier_wait");
    add(PosixThreads::nothing, "pthread_barrier_destroy");
  }

  private Barrier barrier(Invocation i, long size) {
    return new Barrier(size, library.strands(i).newObject());
  }

  private void arrive(Invocation i) {
    Barrier barrier = state(i).barriers.computeIfAbsent(i.argument(0), key -> barrier(i, 1));
    long round = barrier.round;
    long object = barrier.object + round % StrandRecorder.PARTS;
    library.strands(i).release(object, Construct.BARRIER, pc(i));
    boolean last = ++barrier.arrived == barrier.size;
    if (last) {
      barrier.arrived = 0;
      barrier.round++;
    }
    i.waitFor(
        () -> barrier.round != round,
        () -> {
          library.strands(i).pass(object, barrier.size, Construct.BARRIER, pc(i));
          i.returns(last ? SERIAL_THREAD : 0);
        });
  }

  private void semaphores() {
    add(
        i -> {
          i.memory().store(i.argument(0), 4, i.argument(2));
          i.returns(0);
        },
        "sem_init");
    add(
        i ->
            i.waitFor(
                () -> i.memory().load(i.argument(0), 4) > 0,
                () -> {
                  library.strands(i).acquire(i.argument(0), Construct.SEMAPHORE, pc(i));
                  count(i, -1);
                }),
        "sem_wait");
    add(
        i -> {
          library.strands(i).release(i.argument(0), Construct.SEMAPHORE, pc(i));
          count(i, 1);
        },
        "sem_post");
    add(PosixThreads::nothing, "sem_destroy");
  }

  private static void count(Invocation i, int change) {
    i.memory().store(i.argument(0), 4, i.memory().load(i.argument(0), 4) + change);
    i.returns(0);
  }

  // ---- values of a thread, and what is done once ----

  private void values() {
    add(
        i -> {
          i.memory().store(i.argument(0), 4, ++state(i).keys);
          i.returns(0);
        },
        "pthread_key_create",
        "tss_create");
    add(
        i ->
            i.returns(
                state(i)
                    .values
                    .getOrDefault(i.argument(0), Map.of())
                    .getOrDefault(i.process().strand(), 0L)),
        "pthread_getspecific",
        "tss_get");
    add(
        i -> {
          state(i)
              .values
              .computeIfAbsent(i.argument(0), key -> new HashMap<>())
              .put(i.process().strand(), i.argument(1));
          i.returns(0);
        },
        "pthread_setspecific",
        "tss_set");
    add(PosixThreads::nothing, "pthread_key_delete", "tss_delete");
    add(this::once, "pthread_once", "call_once");
  }

  private void once(Invocation i) {
    Map<Long, Boolean> done = state(i).done;
    if (done.putIfAbsent(i.argument(0), false) == null) {
      i.process()
          .enter(
              () -> {
                library.strands(i).release(i.argument(0), Construct.ONCE_ONLY, pc(i));
                done.put(i.argument(0), true);
                i.returns(0);
              },
              i.argument(1));
    } else {
      i.waitFor(
          () -> done.getOrDefault(i.argument(0), false),
          () -> {
            library.strands(i).acquire(i.argument(0), Construct.ONCE_ONLY, pc(i));
            i.returns(0);
          });
    }
  }
}
