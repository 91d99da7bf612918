package fencepost.check.threads;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.MachineProcess;
import fencepost.check.record.Recorder;
import fencepost.check.record.StrandRecorder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The functions of all kinds of threads, by their names. */
public final class ThreadLibrary implements Library {
  /** Whatever has such a name and is not modelled. */
  private static final Pattern OURS =
      Pattern.compile(
          "(__kmpc|__tgt|GOMP|kmp|omp|pthread|thrd|mtx|cnd|tss|sem)_.*|call_once"
              + "|_ZNSt6thread.*|_ZNSt18condition_variable.*|_ZNSt13__future_base.*|_ZSt9call_once.*");

  private final Map<String, Routine> routines = new HashMap<>();
  private final Map<MachineProcess, ThreadLocks> locks = new HashMap<>();

  private final List<Recorder> recorders;

  /**
   * @param recorders for each process, what is recorded of it
   */
  public ThreadLibrary(List<Recorder> recorders) {
    this.recorders = recorders;
    new OpenMp(this).add();
    new PosixThreads(this).add();
  }

  void add(String name, Routine routine) {
    routines.put(name, routine);
  }

  /** The same for several functions. */
  void add(List<String> names, Routine routine) {
    names.forEach(name -> add(name, routine));
  }

  ThreadLocks locks(Invocation i) {
    return locks.computeIfAbsent(i.process(), process -> new ThreadLocks(strands(i)));
  }

  StrandRecorder strands(Invocation i) {
    return recorders.get(i.process().rank()).strands();
  }

  @Override
  public @Nullable Routine routine(String name) {
    Routine routine = routines.get(name);
    if (routine == null && OURS.matcher(name).matches()) {
      return i -> {
        throw Halt.unmodelled(name);
      };
    }
    return routine;
  }
}
