package fencepost.bench.suite;

import fencepost.bench.suite.source.CText;
import java.util.Locale;

/** How two pieces of code, A and B, are given to threads of a process. */
public enum ThreadConstruct {
  // ---- nothing orders A and B ----
  SECTIONS(Order.NONE, (text, a, b) -> parallel(text, () -> sections(text, "sections", a, b))),
  MASTER(
      Order.NONE,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                pragma(text, "master", a);
                onThread(text, 1, b);
              })),
  THREADNUMBER(Order.NONE, ThreadConstruct::inThreads),
  NESTED(
      Order.NONE,
      (text, a, b) -> {
        text.line("omp_set_max_active_levels(2);");
        inThreads(
            text,
            () -> parallel(text, () -> pragma(text, "single", a)),
            () -> parallel(text, () -> pragma(text, "single", b)));
      }),
  FOR(
      Order.NONE,
      (text, a, b) -> parallel(text, () -> loop(text, "for schedule(static, 1)", a, b))),
  FORDYNAMIC(
      Order.NONE, (text, a, b) -> parallel(text, () -> loop(text, "for schedule(dynamic)", a, b))),
  FORGUIDED(
      Order.NONE, (text, a, b) -> parallel(text, () -> loop(text, "for schedule(guided)", a, b))),
  FORNOWAIT(
      Order.NONE,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                iteration(text, "for schedule(static, 1) nowait", 0, a);
                iteration(text, "for schedule(static, 1)", 1, b);
              })),
  TASKS(Order.NONE, (text, a, b) -> inSingle(text, () -> tasks(text, "task", a, "task", b))),
  TASKANDPARENT(
      Order.NONE,
      (text, a, b) ->
          inSingle(
              text,
              () -> {
                pragma(text, "task", a);
                text.block("{", b);
              })),
  TASKOFCHILD(
      Order.NONE,
      (text, a, b) ->
          inSingle(
              text,
              () -> {
                pragma(text, "task", () -> pragma(text, "task", a));
                text.line("#pragma omp taskwait");
                text.block("{", b);
              })),
  TASKLOOP(
      Order.NONE, (text, a, b) -> inSingle(text, () -> loop(text, "taskloop grainsize(1)", a, b))),
  TASKDEPENDIN(
      Order.NONE,
      (text, a, b) -> dependent(text, "task depend(in: token)", a, "task depend(in: token)", b)),
  CRITICALONE(Order.NONE, (text, a, b) -> inThreads(text, () -> pragma(text, "critical", a), b)),
  CRITICALNAMES(
      Order.NONE,
      (text, a, b) ->
          inThreads(
              text,
              () -> pragma(text, "critical(one)", a),
              () -> pragma(text, "critical(two)", b))),
  READERS(
      Order.NONE,
      (text, a, b) ->
          held(
              text,
              "pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER",
              "pthread_rwlock_rdlock(&lock)",
              "pthread_rwlock_unlock(&lock)",
              a,
              b)),
  RELAXEDFLAG(
      Order.NONE,
      (text, a, b) -> {
        text.include("stdatomic.h");
        text.line("atomic_int ready = 0;");
        inThreads(
            text,
            then(a, text, "atomic_store_explicit(&ready, 1, memory_order_relaxed);"),
            then(text, "while (!atomic_load_explicit(&ready, memory_order_relaxed)) {}", b));
      }),
  // ---- A is before B ----
  SECTIONSTWICE(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                sections(text, "sections", a);
                sections(text, "sections", b);
              })),
  MASTERBARRIER(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                pragma(text, "master", a);
                text.line("#pragma omp barrier");
                onThread(text, 1, b);
              })),
  SINGLE(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                pragma(text, "single", a);
                onThread(text, 1, b);
              })),
  COPYPRIVATE(
      Order.FIRST,
      (text, a, b) -> {
        text.line("int given = 0;");
        text.line("#pragma omp parallel num_threads(2) firstprivate(given)");
        text.block(
            "{",
            () -> {
              pragma(text, "single copyprivate(given)", then(a, text, "given = 1;"));
              text.block("if (given == 1 && omp_get_thread_num() == 1) {", b);
            });
      }),
  FORTWICE(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                iteration(text, "for schedule(static, 1)", 0, a);
                iteration(text, "for schedule(static, 1)", 1, b);
              })),
  ORDERED(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                text.line("#pragma omp for ordered schedule(static, 1)");
                text.block(
                    "for (int i = 0; i < 2; i++) {",
                    () -> pragma(text, "ordered", () -> either(text, a, b)));
              })),
  DOACROSS(
      Order.FIRST,
      (text, a, b) ->
          parallel(
              text,
              () -> {
                text.line("#pragma omp for ordered(1) schedule(static, 1)");
                text.block(
                    "for (int i = 0; i < 2; i++) {",
                    () -> {
                      text.line("#pragma omp ordered depend(sink: i - 1)");
                      either(text, a, b);
                      text.line("#pragma omp ordered depend(source)");
                    });
              })),
  TASKWAIT(
      Order.FIRST,
      (text, a, b) ->
          inSingle(
              text,
              () -> {
                pragma(text, "task", a);
                text.line("#pragma omp taskwait");
                pragma(text, "task", b);
              })),
  TASKIF(
      Order.FIRST,
      (text, a, b) ->
          inSingle(
              text,
              () -> {
                pragma(text, "task if(0)", a);
                text.block("{", b);
              })),
  TASKDEPEND(
      Order.FIRST,
      (text, a, b) -> dependent(text, "task depend(out: token)", a, "task depend(in: token)", b)),
  TASKGROUP(
      Order.FIRST,
      (text, a, b) ->
          inSingle(
              text,
              () -> {
                pragma(text, "taskgroup", () -> pragma(text, "task", a));
                text.block("{", b);
              })),
  TASKSOFREGION(
      Order.FIRST,
      (text, a, b) -> {
        inSingle(text, () -> pragma(text, "task", a));
        text.block("{", b);
      }),
  REGIONS(
      Order.FIRST,
      (text, a, b) -> {
        parallel(text, () -> onThread(text, 0, a));
        parallel(text, () -> onThread(text, 1, b));
      }),
  ATOMICFLAG(
      Order.FIRST,
      (text, a, b) -> {
        text.line("int ready = 0;");
        inThreads(
            text,
            () -> {
              a.run();
              text.line("#pragma omp atomic write seq_cst");
              text.line("ready = 1;");
            },
            () -> {
              text.line("int seen = 0;");
              text.block(
                  "while (!seen) {",
                  () -> {
                    text.line("#pragma omp atomic read seq_cst");
                    text.line("seen = ready;");
                  });
              b.run();
            });
      }),
  RELEASEDFLAG(
      Order.FIRST,
      (text, a, b) -> {
        text.include("stdatomic.h");
        text.line("atomic_int ready = 0;");
        inThreads(
            text,
            then(a, text, "atomic_store_explicit(&ready, 1, memory_order_release);"),
            then(text, "while (!atomic_load_explicit(&ready, memory_order_acquire)) {}", b));
      }),
  SEMAPHORE(
      Order.FIRST,
      (text, a, b) -> {
        text.include("semaphore.h");
        text.line("sem_t done;");
        text.line("sem_init(&done, 0, 0);");
        inThreads(text, then(a, text, "sem_post(&done);"), then(text, "sem_wait(&done);", b));
        text.line("sem_destroy(&done);");
      }),
  POSIXBARRIER(
      Order.FIRST,
      (text, a, b) -> {
        text.include("pthread.h");
        text.line("pthread_barrier_t both;");
        text.line("pthread_barrier_init(&both, NULL, 2);");
        inThreads(
            text,
            then(a, text, "pthread_barrier_wait(&both);"),
            then(text, "pthread_barrier_wait(&both);", b));
        text.line("pthread_barrier_destroy(&both);");
      }),
  CONDITION(
      Order.FIRST,
      (text, a, b) -> {
        text.include("pthread.h");
        text.line("pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;");
        text.line("pthread_cond_t changed = PTHREAD_COND_INITIALIZER;");
        text.line("int done = 0;");
        inThreads(
            text,
            () -> {
              a.run();
              text.line("pthread_mutex_lock(&mutex);");
              text.line("done = 1;");
              text.line("pthread_cond_signal(&changed);");
              text.line("pthread_mutex_unlock(&mutex);");
            },
            () -> {
              text.line("pthread_mutex_lock(&mutex);");
              text.line("while (!done) pthread_cond_wait(&changed, &mutex);");
              text.line("pthread_mutex_unlock(&mutex);");
              b.run();
            });
      }),
  // ---- A and B exclude each other ----
  CRITICAL(
      Order.EITHER,
      (text, a, b) ->
          inThreads(text, () -> pragma(text, "critical", a), () -> pragma(text, "critical", b))),
  LOCK(
      Order.EITHER,
      (text, a, b) -> {
        text.line("omp_lock_t lock;");
        text.line("omp_init_lock(&lock);");
        inThreads(text, "omp_set_lock(&lock)", "omp_unset_lock(&lock)", a, b);
        text.line("omp_destroy_lock(&lock);");
      }),
  NESTABLELOCK(
      Order.EITHER,
      (text, a, b) -> {
        text.line("omp_nest_lock_t lock;");
        text.line("omp_init_nest_lock(&lock);");
        inThreads(text, "omp_set_nest_lock(&lock)", "omp_unset_nest_lock(&lock)", a, b);
        text.line("omp_destroy_nest_lock(&lock);");
      }),
  MUTEX(
      Order.EITHER,
      (text, a, b) ->
          held(
              text,
              "pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER",
              "pthread_mutex_lock(&mutex)",
              "pthread_mutex_unlock(&mutex)",
              a,
              b)),
  WRITERS(
      Order.EITHER,
      (text, a, b) ->
          held(
              text,
              "pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER",
              "pthread_rwlock_wrlock(&lock)",
              "pthread_rwlock_unlock(&lock)",
              a,
              b)),
  TASKDEPENDMUTEX(
      Order.EITHER,
      (text, a, b) ->
          dependent(
              text,
              "task depend(mutexinoutset: token)",
              a,
              "task depend(mutexinoutset: token)",
              b));

  /** How A and B are ordered. */
  enum Order {
    NONE,
    FIRST,
    EITHER
  }

  private interface Writer {
    void write(CText text, Runnable a, Runnable b);
  }

  private final Order order;
  private final Writer writer;

  ThreadConstruct(Order order, Writer writer) {
    this.order = order;
    this.writer = writer;
  }

  void write(CText text, Runnable a, Runnable b) {
    writer.write(text, a, b);
  }

  Order order() {
    return order;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void parallel(CText text, Runnable body) {
    pragma(text, "parallel num_threads(2)", body);
  }

  private static void onThread(CText text, int number, Runnable body) {
    text.block("if (omp_get_thread_num() == " + number + ") {", body);
  }

  /** A in one thread, B in another. */
  private static void inThreads(CText text, Runnable a, Runnable b) {
    parallel(
        text,
        () -> {
          onThread(text, 0, a);
          onThread(text, 1, b);
        });
  }

  /** The same, with a call before and after each. */
  private static void inThreads(CText text, String before, String after, Runnable a, Runnable b) {
    inThreads(
        text,
        then(text, before + ";", then(a, text, after + ";")),
        then(text, before + ";", then(b, text, after + ";")));
  }

  /** The same with something of POSIX. */
  private static void held(
      CText text, String declaration, String take, String leave, Runnable a, Runnable b) {
    text.include("pthread.h");
    text.line(declaration + ";");
    inThreads(text, take, leave, a, b);
  }

  private static Runnable then(Runnable body, CText text, String line) {
    return () -> {
      body.run();
      text.line(line);
    };
  }

  private static Runnable then(CText text, String line, Runnable body) {
    return () -> {
      text.line(line);
      body.run();
    };
  }

  private static void inSingle(CText text, Runnable body) {
    parallel(text, () -> pragma(text, "single", body));
  }

  private static void tasks(CText text, String ofA, Runnable a, String ofB, Runnable b) {
    pragma(text, ofA, a);
    pragma(text, ofB, b);
  }

  private static void dependent(CText text, String ofA, Runnable a, String ofB, Runnable b) {
    text.line("int token = 0;");
    inSingle(text, () -> tasks(text, ofA, a, ofB, b));
    text.line("(void)token;");
  }

  private static void sections(CText text, String directive, Runnable... bodies) {
    pragma(
        text,
        directive,
        () -> {
          for (Runnable body : bodies) {
            pragma(text, "section", body);
          }
        });
  }

  private static void pragma(CText text, String directive, Runnable body) {
    text.line("#pragma omp " + directive);
    text.block("{", body);
  }

  /** A loop whose first iteration is A, and whose second one is B. */
  private static void loop(CText text, String directive, Runnable a, Runnable b) {
    text.line("#pragma omp " + directive);
    text.block("for (int i = 0; i < 2; i++) {", () -> either(text, a, b));
  }

  /** A loop of which one iteration does something. */
  private static void iteration(CText text, String directive, int number, Runnable body) {
    text.line("#pragma omp " + directive);
    text.block(
        "for (int i = 0; i < 2; i++) {", () -> text.block("if (i == " + number + ") {", body));
  }

  private static void either(CText text, Runnable a, Runnable b) {
    text.line("if (i == 0) {");
    text.indented(a);
    text.line("} else {");
    text.indented(b);
    text.line("}");
  }
}
