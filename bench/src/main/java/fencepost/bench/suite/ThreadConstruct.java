package fencepost.bench.suite;

import fencepost.bench.suite.source.CText;
import java.util.Locale;

/** How two pieces of code, A and B, are given to threads of a process. */
public enum ThreadConstruct {
  // ---- nothing orders A and B ----
  SECTIONS(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () ->
              pragma(
                  text,
                  "sections",
                  () -> {
                    pragma(text, "section", a);
                    pragma(text, "section", b);
                  }));
    }
  },
  MASTER(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            pragma(text, "master", a);
            text.block("if (omp_get_thread_num() == 1) {", b);
          });
    }
  },
  THREADNUMBER(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inThreads(text, a, b);
    }
  },
  FOR(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            text.line("#pragma omp for schedule(static, 1)");
            text.block("for (int i = 0; i < 2; i++) {", () -> either(text, a, b));
          });
    }
  },
  TASKS(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            pragma(text, "task", a);
            pragma(text, "task", b);
          });
    }
  },
  TASKANDPARENT(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            pragma(text, "task", a);
            text.block("{", b);
          });
    }
  },
  TASKLOOP(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            text.line("#pragma omp taskloop grainsize(1)");
            text.block("for (int i = 0; i < 2; i++) {", () -> either(text, a, b));
          });
    }
  },
  FORNOWAIT(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            text.line("#pragma omp for schedule(static, 1) nowait");
            text.block("for (int i = 0; i < 2; i++) {", () -> text.block("if (i == 0) {", a));
            text.line("#pragma omp for schedule(static, 1)");
            text.block("for (int i = 0; i < 2; i++) {", () -> text.block("if (i == 1) {", b));
          });
    }
  },
  CRITICALONE(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inThreads(text, () -> pragma(text, "critical", a), b);
    }
  },
  CRITICALNAMES(Order.NONE) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inThreads(
          text, () -> pragma(text, "critical(one)", a), () -> pragma(text, "critical(two)", b));
    }
  },
  // ---- A is before B ----
  SECTIONSTWICE(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            pragma(text, "sections", () -> pragma(text, "section", a));
            pragma(text, "sections", () -> pragma(text, "section", b));
          });
    }
  },
  MASTERBARRIER(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            pragma(text, "master", a);
            text.line("#pragma omp barrier");
            text.block("if (omp_get_thread_num() == 1) {", b);
          });
    }
  },
  SINGLE(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            pragma(text, "single", a);
            text.block("if (omp_get_thread_num() == 1) {", b);
          });
    }
  },
  FORTWICE(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            text.line("#pragma omp for schedule(static, 1)");
            text.block("for (int i = 0; i < 2; i++) {", () -> text.block("if (i == 0) {", a));
            text.line("#pragma omp for schedule(static, 1)");
            text.block("for (int i = 0; i < 2; i++) {", () -> text.block("if (i == 1) {", b));
          });
    }
  },
  ORDERED(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(
          text,
          () -> {
            text.line("#pragma omp for ordered schedule(static, 1)");
            text.block(
                "for (int i = 0; i < 2; i++) {",
                () -> pragma(text, "ordered", () -> either(text, a, b)));
          });
    }
  },
  TASKWAIT(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            pragma(text, "task", a);
            text.line("#pragma omp taskwait");
            pragma(text, "task", b);
          });
    }
  },
  TASKIF(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            pragma(text, "task if(0)", a);
            text.block("{", b);
          });
    }
  },
  DOACROSS(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
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
          });
    }
  },
  TASKDEPEND(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      text.line("int token_of_tasks = 0;");
      inSingle(
          text,
          () -> {
            pragma(text, "task depend(out: token_of_tasks)", a);
            pragma(text, "task depend(in: token_of_tasks)", b);
          });
      text.line("(void)token_of_tasks;");
    }
  },
  TASKGROUP(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inSingle(
          text,
          () -> {
            pragma(text, "taskgroup", () -> pragma(text, "task", a));
            text.block("{", b);
          });
    }
  },
  REGIONS(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      parallel(text, () -> text.block("if (omp_get_thread_num() == 0) {", a));
      parallel(text, () -> text.block("if (omp_get_thread_num() == 1) {", b));
    }
  },
  ATOMICFLAG(Order.FIRST) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
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
    }
  },
  // ---- A and B exclude each other ----
  CRITICAL(Order.EITHER) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      inThreads(text, () -> pragma(text, "critical", a), () -> pragma(text, "critical", b));
    }
  },
  LOCK(Order.EITHER) {
    @Override
    void write(CText text, Runnable a, Runnable b) {
      text.line("omp_lock_t lock;");
      text.line("omp_init_lock(&lock);");
      inThreads(text, () -> locked(text, a), () -> locked(text, b));
      text.line("omp_destroy_lock(&lock);");
    }

    private void locked(CText text, Runnable body) {
      text.line("omp_set_lock(&lock);");
      body.run();
      text.line("omp_unset_lock(&lock);");
    }
  };

  /** How A and B are ordered. */
  enum Order {
    NONE,
    FIRST,
    EITHER
  }

  private final Order order;

  ThreadConstruct(Order order) {
    this.order = order;
  }

  abstract void write(CText text, Runnable a, Runnable b);

  Order order() {
    return order;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void parallel(CText text, Runnable body) {
    pragma(text, "parallel num_threads(2)", body);
  }

  /** A in one thread, B in another. */
  private static void inThreads(CText text, Runnable a, Runnable b) {
    parallel(
        text,
        () -> {
          text.block("if (omp_get_thread_num() == 0) {", a);
          text.block("if (omp_get_thread_num() == 1) {", b);
        });
  }

  private static void inSingle(CText text, Runnable body) {
    parallel(text, () -> pragma(text, "single", body));
  }

  private static void pragma(CText text, String directive, Runnable body) {
    text.line("#pragma omp " + directive);
    text.block("{", body);
  }

  private static void either(CText text, Runnable a, Runnable b) {
    text.line("if (i == 0) {");
    text.indented(a);
    text.line("} else {");
    text.indented(b);
    text.line("}");
  }
}
