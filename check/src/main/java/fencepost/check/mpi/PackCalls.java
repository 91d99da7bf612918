package fencepost.check.mpi;

/** Packing, and reductions of one process (MPI 4.1, 5.2 and 6.9.7). */
final class PackCalls {
  private PackCalls() {}

  static void addTo(MpiModel library) {
    library.rules(PackCalls::pack, "MPI_Pack", "MPI_Pack_external");
    library.rules(PackCalls::unpack, "MPI_Unpack", "MPI_Unpack_external");
    library.rule(
        "MPI_Pack_size",
        call -> {
          long size = call.process.type(call.at(1)).size() * call.integerAt(0);
          call.memory().store(call.at(3), 4, size);
          call.done();
        });
    library.rule(
        "MPI_Reduce_local",
        call -> {
          TypeLayout type = call.type("datatype");
          long count = call.argument("count");
          byte[] from = type.pack(call.memory(), call.argument("inbuf"), count);
          byte[] into = type.pack(call.memory(), call.argument("inoutbuf"), count);
          MpiReduction.of(call).combine(type, into, from, count);
          type.unpack(call.memory(), call.argument("inoutbuf"), count, into);
          call.done();
        });
  }

  private static int positionSize(MpiCall call) {
    return call.name().contains("external") ? 8 : 4;
  }

  private static void pack(MpiCall call) {
    int size = positionSize(call);
    long position = call.memory().load(call.argument("position"), size);
    byte[] bytes =
        call.type("datatype").pack(call.memory(), call.argument("inbuf"), call.argument("incount"));
    call.memory().write(call.argument("outbuf") + position, bytes);
    call.store("position", size, position + bytes.length);
    call.done();
  }

  private static void unpack(MpiCall call) {
    int size = positionSize(call);
    long position = call.memory().load(call.argument("position"), size);
    TypeLayout type = call.type("datatype");
    long count = call.argument("outcount");
    byte[] bytes = call.memory().bytes(call.argument("inbuf") + position, type.size() * count);
    type.unpack(call.memory(), call.argument("outbuf"), count, bytes);
    call.store("position", size, position + bytes.length);
    call.done();
  }
}
