package fencepost.check.mpi;

import fencepost.check.mpi.CheckedRequest.Pending;

/**
 * Files: they are empty, what is read from them is zero, and what is written is gone. Memory for
 * buffered sends is not needed.
 */
final class FileCalls {
  private FileCalls() {}

  static void addTo(MpiModel library) {
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
    library.operation("use", FileCalls::transfer);
    library.meaning("begin_use", MpiCall::done);
    library.meaning("end_use", FileCalls::end);
  }

  private static Pending transfer(MpiCall call) {
    CheckedRequest.Status status =
        new CheckedRequest.Status(
            -1, -1, call.type("datatype").size() * call.argument("count"), false);
    return new Pending() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public CheckedRequest.Status complete() {
        return status;
      }
    };
  }

  private static void end(MpiCall call) {
    if (call.has("status")) {
      call.process.storeStatus(
          call.argument("status"), new CheckedRequest.Status(-1, -1, 0, false));
    }
    call.done();
  }
}
