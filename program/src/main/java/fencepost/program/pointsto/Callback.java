package fencepost.program.pointsto;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the libraries, those of threads above all, that call a function of the program, and
 * keep nothing of what they are given for it.
 *
 * @param function the argument that is the function
 * @param argument the first argument that is handed on
 * @param parameter the parameter that takes it
 * @param spread whether the arguments that follow go to the parameters that follow; else the one
 *     goes to all of them
 * @param allocates whether a block is handed on that the call returns
 */
record Callback(int function, int argument, int parameter, boolean spread, boolean allocates) {
  private static final Callback REGION = new Callback(2, 3, 2, true, false);
  private static final Callback REDUCTION = new Callback(5, 4, 0, false, false);

  private static final Map<String, Callback> CALLBACKS =
      Map.ofEntries(
          Map.entry("__kmpc_fork_call", REGION),
          Map.entry("__kmpc_fork_teams", REGION),
          Map.entry("__kmpc_fork_call_if", new Callback(2, 4, 2, false, false)),
          Map.entry("__kmpc_omp_task_alloc", new Callback(5, -1, 1, false, true)),
          Map.entry("__kmpc_taskloop", new Callback(10, 2, 0, false, false)),
          Map.entry("__kmpc_reduce", REDUCTION),
          Map.entry("__kmpc_reduce_nowait", REDUCTION),
          Map.entry("__kmpc_copyprivate", new Callback(4, 3, 0, false, false)),
          Map.entry("__cxa_atexit", new Callback(0, 1, 0, true, false)),
          Map.entry("__cxa_thread_atexit", new Callback(0, 1, 0, true, false)),
          Map.entry("pthread_create", new Callback(2, 3, 0, true, false)),
          Map.entry("thrd_create", new Callback(1, 2, 0, true, false)));

  /** Starts a thread with an object, whose virtual functions are called. */
  static final String STARTS_WITH_OBJECT = "_ZNSt6thread15_M_start_thread";

  static @Nullable Callback of(String name) {
    return CALLBACKS.get(name);
  }
}
