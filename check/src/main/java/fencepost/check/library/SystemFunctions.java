package fencepost.check.library;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Time, processes, and the end of the program. */
final class SystemFunctions {
  private SystemFunctions() {}

  static void addTo(CLibrary library) {
    library.add(
        List.of("exit", "_exit", "_Exit", "quick_exit"),
        i -> {
          throw Halt.exit(i.integer(0));
        });
    library.add(
        "abort",
        i -> {
          throw Halt.exit(134);
        });
    library.add(
        List.of("__assert_fail", "__assert"),
        i -> {
          throw Halt.exit(134);
        });
    library.add(
        List.of("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"),
        i -> {
          i.savesPlace(i.argument(0));
          i.returns(0);
        });
    library.add(
        List.of("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"),
        i -> i.jumps(i.argument(0), i.integer(1) == 0 ? 1 : i.integer(1)));
    library.add(List.of("atexit", "__cxa_atexit", "signal", "sigaction"), i -> i.returns(0));
    library.add(
        List.of("sleep", "usleep", "nanosleep", "sched_yield"),
        i -> {
          i.letOthersRun();
          i.returns(0);
        });
    library.add(
        "time",
        i -> {
          long now = seconds(i);
          if (i.argument(0) != 0) {
            i.memory().store(i.argument(0), 8, now);
          }
          i.returns(now);
        });
    library.add("clock", i -> i.returns(i.process().machine().tick()));
    library.add("gettimeofday", i -> timeInto(i, i.argument(0), 1));
    library.add("clock_gettime", i -> timeInto(i, i.argument(1), 1000));
    library.add("getpid", i -> i.returns(1000L + i.process().rank()));
    library.add(
        "gethostname",
        i -> {
          i.memory().text(i.argument(0), "node");
          i.returns(0);
        });
    library.add("sysconf", i -> i.returns(4096));
    library.add("getpagesize", i -> i.returns(4096));
    Map<Integer, Long> errors = new HashMap<>();
    library.add(
        "__errno_location",
        i -> i.returns(errors.computeIfAbsent(i.process().rank(), key -> i.memory().allocate(4))));
    library.add(
        List.of("fork", "execv"),
        i -> {
          throw Halt.unmodelled(i.name());
        });
  }

  private static long seconds(Invocation i) {
    return 1_700_000_000L + i.process().machine().tick() / 1_000_000;
  }

  private static void timeInto(Invocation i, long place, int scale) {
    long now = i.process().machine().tick();
    i.memory().store(place, 8, seconds(i));
    i.memory().store(place + 8, 8, now % 1_000_000 * scale);
    i.returns(0);
  }
}
