package fencepost.check.mpi;

import fencepost.check.mpi.Request.Pending;
import java.util.List;

/** Files: they are empty, what is read from them is zero, and what is written is gone. */
final class FileCalls {
  private static final List<String> KINDS =
      List.of("", "_at", "_all", "_at_all", "_shared", "_ordered");

  private FileCalls() {}

  static void addTo(MpiLibrary library) {
    library.rule(
        "MPI_File_open",
        call -> {
          call.process.storeHandle(call.at(4), "MPI_File", call.process.world.newHandle());
          call.done();
        });
    library.rule(
        "MPI_File_close",
        call -> {
          call.process.storeHandle(call.at(0), "MPI_File", call.header.constant("MPI_FILE_NULL"));
          call.done();
        });
    library.rules(
        MpiCall::done,
        "MPI_File_delete",
        "MPI_File_set_view",
        "MPI_File_set_size",
        "MPI_File_seek",
        "MPI_File_sync",
        "MPI_File_set_errhandler");
    for (String kind : KINDS) {
      for (String way : new String[] {"read", "write"}) {
        library.rule("MPI_File_" + way + kind, FileCalls::transfer);
        library.rule("MPI_File_i" + way + kind, FileCalls::start);
        library.rule("MPI_File_" + way + kind + "_begin", MpiCall::done);
        library.rule("MPI_File_" + way + kind + "_end", FileCalls::end);
      }
    }
  }

  private static Request.Status status(MpiCall call) {
    long bytes = call.has("datatype") ? call.type("datatype").size() * call.argument("count") : 0;
    return new Request.Status(-1, -1, bytes, false);
  }

  private static void transfer(MpiCall call) {
    call.process.storeStatus(call.argument("status"), status(call));
    call.done();
  }

  private static void end(MpiCall call) {
    transfer(call);
  }

  private static void start(MpiCall call) {
    Request.Status status = status(call);
    RequestCalls.start(
        call,
        new Pending() {
          @Override
          public boolean isReady() {
            return true;
          }

          @Override
          public Request.Status complete() {
            return status;
          }
        });
  }
}
