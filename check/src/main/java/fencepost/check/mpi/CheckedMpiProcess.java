package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import fencepost.program.ir.Function;
import fencepost.trace.ApiTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One process as a user of MPI: what its handles stand for. */
final class CheckedMpiProcess {
  final MpiWorld world;
  final MachineProcess process;
  private final Comm self;
  final Map<Long, Comm> comms = new HashMap<>();
  final Map<Long, List<Integer>> groups = new HashMap<>();
  final Map<Long, TypeLayout> types = new HashMap<>();
  final Map<Long, Win> windows = new HashMap<>();
  final Map<Long, CheckedRequest> requests = new HashMap<>();
  final Map<Long, Operator> operators = new HashMap<>();
  final Map<Long, Long> userOperators = new HashMap<>();
  final Map<Long, Map<String, String>> infos = new HashMap<>();
  final Map<Long, Mailbox.Message> messages = new HashMap<>();
  final Map<Long, PartitionedCalls.Side> partitioned = new HashMap<>();

  /** Where the memory of shared windows is mapped. */
  final Map<Win, Long> shared = new HashMap<>();

  boolean initialized;
  boolean finalized;
  private @Nullable MpiHeader header;
  private final Map<Boolean, MpiHeader> headers = new HashMap<>();

  CheckedMpiProcess(MpiWorld world, MachineProcess process) {
    this.world = world;
    this.process = process;
    this.self = new Comm(List.of(process.rank()));
  }

  int rank() {
    return process.rank();
  }

  MachineMemory memory() {
    return process.memory();
  }

  /** The constants of the header of the language in which the present call is made. */
  MpiHeader header() {
    return header == null ? calledFrom(false) : header;
  }

  /** A call is made; the first one in its language reads the header. */
  MpiHeader calledFrom(boolean fortran) {
    MpiHeader known = headers.get(fortran);
    if (known == null) {
      known = fortran ? MpiHeader.readFortran(process) : MpiHeader.read(process);
      headers.put(fortran, known);
      define(known);
    }
    header = known;
    return known;
  }

  /** The constants of Fortran's header; null if nothing of the program is written in Fortran. */
  @Nullable MpiHeader fortranHeader() {
    Function constants = process.machine().image().function(MpiHeader.FORTRAN_FUNCTION);
    if (constants == null || !constants.defined()) {
      return null;
    }
    MpiHeader present = header;
    MpiHeader fortran = calledFrom(true);
    header = present;
    return fortran;
  }

  private void define(MpiHeader h) {
    comms.put(h.constant("MPI_COMM_WORLD"), world.world());
    comms.put(h.constant("MPI_COMM_SELF"), self);
    groups.put(h.constant("MPI_GROUP_EMPTY"), List.of());
    for (Operator operator : Operator.values()) {
      operators.put(h.constant("MPI_" + operator), operator);
    }
    List<ApiTable.BasicType> basics = MpiModel.TABLE.datatypes();
    for (int i = 0; i < basics.size(); i++) {
      ApiTable.BasicType basic = basics.get(i);
      long handle = h.constant(basic.name());
      int size = BasicSizes.of(basic.name());
      if (handle != h.constant("MPI_DATATYPE_NULL") && !types.containsKey(handle)) {
        types.put(
            handle, TypeLayout.of(new Basic(basic.typeClass(), size), BasicSizes.extent(size), i));
      }
    }
  }

  // ---- handles ----

  Comm comm(long handle) {
    return known(comms.get(handle), "communicator");
  }

  List<Integer> group(long handle) {
    return known(groups.get(handle), "group");
  }

  TypeLayout type(long handle) {
    return known(types.get(handle), "datatype");
  }

  Win window(long handle) {
    return known(windows.get(handle), "window");
  }

  private static <T> T known(@Nullable T value, String what) {
    if (value == null) {
      throw Halt.fault("a call of MPI names a " + what + " that was never made");
    }
    return value;
  }

  <T> long add(Map<Long, T> handles, T value) {
    long handle = world.newHandle();
    handles.put(handle, value);
    return handle;
  }

  /** Stores a handle where the program wants it. */
  void storeHandle(long address, String type, long handle) {
    memory().store(address, header().sizeOf(type), handle);
  }

  // ---- statuses ----

  void storeStatus(long address, CheckedRequest.Status status) {
    MpiHeader h = header();
    if (address == h.constant("MPI_STATUS_IGNORE")) {
      return;
    }
    memory().store(address + h.statusOffset("MPI_SOURCE"), 4, source(status.source()));
    memory().store(address + h.statusOffset("MPI_TAG"), 4, tag(status.tag()));
    memory()
        .store(
            address + h.statusRoom(),
            8,
            status.bytes() | (status.cancelled() ? Long.MIN_VALUE : 0));
  }

  int source(int rank) {
    return rank == Topology.NOBODY
        ? header().integer("MPI_PROC_NULL")
        : rank < 0 ? header().integer("MPI_ANY_SOURCE") : rank;
  }

  int tag(int tag) {
    return tag < 0 ? header().integer("MPI_ANY_TAG") : tag;
  }
}
