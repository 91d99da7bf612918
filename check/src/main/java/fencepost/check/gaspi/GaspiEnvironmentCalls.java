package fencepost.check.gaspi;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Machine;
import java.util.List;

/** Start and end, processes, time, errors (GASPI 17.1, 5, 12 and 13). */
final class GaspiEnvironmentCalls {
  private static final int HEALTHY = 0;
  private static final int KILLED = 137;

  private GaspiEnvironmentCalls() {}

  static void addTo(GaspiLibrary library) {
    addLife(library);
    addProcesses(library);
    addTime(library);
    addErrors(library);
  }

  private static void addLife(GaspiLibrary library) {
    library.early(
        "proc_init",
        call -> {
          Refused.unless(!call.process.ready, GaspiOutcome.ERR_INITED);
          call.process.start();
          call.done();
        });
    library.meaning(
        "end",
        call -> {
          call.process.ready = false;
          call.done();
        });
    library.early("initialized", call -> tell(call, 4, call.process.ready ? 1 : 0));
    library.early(
        "config_get",
        call -> {
          call.memory().write(call.at(0), call.process.configuration.bytes());
          call.done();
        });
    library.early(
        "config_set",
        call -> {
          Refused.unless(!call.process.ready, GaspiOutcome.ERR_INITED);
          byte[] bytes = call.memory().bytes(call.at(0), Limit.CONFIGURATION_BYTES);
          call.process.configuration = new Configuration(bytes);
          call.done();
        });
  }

  private static void addProcesses(GaspiLibrary library) {
    for (String locality : List.of("", "local_")) { // all of them are on one machine
      library.rule("proc_" + locality + "rank", call -> tell(call, 2, call.process.rank()));
      library.rule("proc_" + locality + "num", call -> tell(call, 2, call.process.world.size()));
    }
    for (String name : List.of("proc_ping", "connect", "disconnect")) {
      library.rule(
          name,
          call -> {
            call.process.world.process((int) call.at(0));
            call.done();
          });
    }
    library.rule("proc_kill", GaspiEnvironmentCalls::kill);
    library.rule(
        "state_vec_get",
        call -> {
          for (int rank = 0; rank < call.process.world.size(); rank++) {
            call.memory().store(call.at(0) + 4L * rank, 4, HEALTHY);
          }
          call.done();
        });
  }

  /** The end of one process ends the job. */
  private static void kill(GaspiCall call) {
    call.process.process.machine().abort(KILLED);
    throw Halt.exit(KILLED);
  }

  private static void addTime(GaspiLibrary library) {
    library.early("time_ticks", call -> tell(call, 8, machine(call).tick()));
    library.early(
        "time_get", call -> tell(call, 4, Float.floatToRawIntBits(machine(call).tick() * 1e-3f)));
    library.early("cpu_frequency", call -> tell(call, 4, Float.floatToRawIntBits(1000f)));
    library.early("version", call -> tell(call, 4, Float.floatToRawIntBits(17.1f)));
    library.early("numa_socket", call -> tell(call, 1, 0));
    library.early("statistic_counter_max", call -> tell(call, 4, 0));
    for (String name : List.of("set_socket_affinity", "pcontrol", "statistic_verbosity_level")) {
      library.early(name, GaspiCall::done);
    }
    library.early(
        "machine_type",
        call -> {
          call.memory().text(call.at(0), "CPU");
          call.done();
        });
  }

  private static void addErrors(GaspiLibrary library) {
    library.early("error_str", call -> call.invocation.returns(errorText(call)));
    for (String name : List.of("print_error", "error_message")) {
      library.early(
          name,
          call -> {
            String text = GaspiOutcome.text((int) call.at(0));
            long copy = call.memory().allocate(text.length() + 1L); // the caller frees it
            call.memory().text(copy, text);
            call.storeAt(1, 8, copy);
            call.done();
          });
    }
    library.early("printf", call -> {});
    library.early("printf_to", call -> {});
  }

  private static long errorText(GaspiCall call) {
    return call.process.errorTexts.computeIfAbsent(
        (int) call.at(0),
        code -> {
          String text = GaspiOutcome.text(code);
          long place = call.memory().allocate(text.length() + 1L);
          call.memory().text(place, text);
          return place;
        });
  }

  private static Machine machine(GaspiCall call) {
    return call.process.process.machine();
  }

  private static void tell(GaspiCall call, int size, long value) {
    call.storeAt(0, size, value);
    call.done();
  }
}
