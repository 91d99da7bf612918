package fencepost.check.mpi;

import java.util.LinkedHashMap;
import java.util.Map;

/** Info objects and the operations of reductions (MPI 4.1, chapter 10 and 6.9.5). */
final class InfoCalls {
  private InfoCalls() {}

  static void addTo(MpiModel library) {
    library.rule(
        "MPI_Info_create",
        call -> {
          long handle = call.process.add(call.process.infos, new LinkedHashMap<>());
          call.process.storeHandle(call.at(0), "MPI_Info", handle);
          call.done();
        });
    library.rule(
        "MPI_Info_dup",
        call -> {
          long handle = call.process.add(call.process.infos, new LinkedHashMap<>(info(call)));
          call.process.storeHandle(call.at(1), "MPI_Info", handle);
          call.done();
        });
    library.rule(
        "MPI_Info_set",
        call -> {
          info(call).put(call.memory().text(call.at(1)), call.memory().text(call.at(2)));
          call.done();
        });
    library.rule(
        "MPI_Info_delete",
        call -> {
          info(call).remove(call.memory().text(call.at(1)));
          call.done();
        });
    library.rule(
        "MPI_Info_get",
        call -> {
          String value = info(call).get(call.memory().text(call.at(1)));
          call.memory().store(call.at(4), 4, value == null ? 0 : 1);
          if (value != null) {
            int most = Math.min(value.length(), call.integerAt(2));
            call.memory().text(call.at(3), value.substring(0, most));
          }
          call.done();
        });
    library.rule(
        "MPI_Info_free",
        call -> {
          call.process.storeHandle(call.at(0), "MPI_Info", call.header.constant("MPI_INFO_NULL"));
          call.done();
        });
    library.rule(
        "MPI_Op_create",
        call -> {
          long handle = call.process.add(call.process.userOperators, call.at(0));
          call.process.storeHandle(call.at(2), "MPI_Op", handle);
          call.done();
        });
    library.rule(
        "MPI_Op_free",
        call -> {
          call.process.storeHandle(call.at(0), "MPI_Op", call.header.constant("MPI_OP_NULL"));
          call.done();
        });
  }

  private static Map<String, String> info(MpiCall call) {
    return call.process.infos.getOrDefault(call.at(0), new LinkedHashMap<>());
  }
}
