package fencepost.check.gaspi;

import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** One process as a user of GASPI: its segments, queues, groups and messages. */
final class CheckedGaspiProcess {
  static final int GROUP_ALL = 0;

  final GaspiWorld world;
  final MachineProcess process;
  final Map<Integer, CheckedSegment> segments = new TreeMap<>();
  final Map<Integer, Membership> groups = new TreeMap<>();
  final Queue<Message> mailbox = new ArrayDeque<>();
  final Map<Integer, Long> errorTexts = new HashMap<>();
  Configuration configuration = new Configuration();
  CheckedQueues queues = new CheckedQueues(configuration);
  boolean ready;

  /** A passive message on its way. */
  @SuppressWarnings("ArrayRecordComponent") // handed on as it was sent
  record Message(int sender, byte[] content) {}

  /** A part of a segment. */
  record Place(MachineMemory memory, long address) {}

  CheckedGaspiProcess(GaspiWorld world, MachineProcess process) {
    this.world = world;
    this.process = process;
  }

  int rank() {
    return process.rank();
  }

  MachineMemory memory() {
    return process.memory();
  }

  void start() {
    ready = true;
    queues = new CheckedQueues(configuration);
    groups.clear();
    groups.put(GROUP_ALL, Membership.of(world.all()));
  }

  Membership group(int handle) {
    Membership membership = groups.get(handle);
    if (membership == null) {
      throw new Refused(GaspiOutcome.ERR_INV_GROUP);
    }
    return membership;
  }

  CheckedSegment segment(int number) {
    CheckedSegment segment = segments.get(number);
    if (segment == null) {
      throw new Refused(GaspiOutcome.ERR_INV_SEG);
    }
    return segment;
  }

  /** A part of an own segment. */
  Place here(int segment, long offset, long size) {
    return new Place(memory(), segment(segment).at(offset, size, GaspiOutcome.ERR_INV_LOC_OFF));
  }

  /** A segment of another process, or an own one, as far as this process may use it. */
  CheckedSegment segmentOf(CheckedGaspiProcess owner, int number) {
    CheckedSegment segment = owner.segment(number);
    boolean known = owner == this || segment.registered.contains(rank());
    Refused.unless(known, GaspiOutcome.ERR_INV_SEG);
    return segment;
  }

  /** A part of a segment of any process. */
  Place at(CheckedGaspiProcess owner, int segment, long offset, long size) {
    long address = segmentOf(owner, segment).at(offset, size, GaspiOutcome.ERR_INV_REM_OFF);
    return new Place(owner.memory(), address);
  }
}
