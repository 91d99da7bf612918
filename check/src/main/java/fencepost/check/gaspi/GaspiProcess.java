package fencepost.check.gaspi;

import fencepost.check.machine.Memory;
import fencepost.check.machine.Process;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** One process as a user of GASPI: its segments, queues, groups and messages. */
final class GaspiProcess {
  static final int GROUP_ALL = 0;

  final GaspiWorld world;
  final Process process;
  final Map<Integer, Segment> segments = new TreeMap<>();
  final Map<Integer, Membership> groups = new TreeMap<>();
  final Queue<Message> mailbox = new ArrayDeque<>();
  final Map<Integer, Long> errorTexts = new HashMap<>();
  Configuration configuration = new Configuration();
  Queues queues = new Queues(configuration);
  boolean ready;

  /** A passive message on its way. */
  @SuppressWarnings("ArrayRecordComponent") // handed on as it was sent
  record Message(int sender, byte[] content) {}

  /** A part of a segment. */
  record Place(Memory memory, long address) {}

  GaspiProcess(GaspiWorld world, Process process) {
    this.world = world;
    this.process = process;
  }

  int rank() {
    return process.rank();
  }

  Memory memory() {
    return process.memory();
  }

  void start() {
    ready = true;
    queues = new Queues(configuration);
    groups.clear();
    groups.put(GROUP_ALL, Membership.of(world.all()));
  }

  Membership group(int handle) {
    Membership membership = groups.get(handle);
    if (membership == null) {
      throw new Refused(Outcome.ERR_INV_GROUP);
    }
    return membership;
  }

  Segment segment(int number) {
    Segment segment = segments.get(number);
    if (segment == null) {
      throw new Refused(Outcome.ERR_INV_SEG);
    }
    return segment;
  }

  /** A part of an own segment. */
  Place here(int segment, long offset, long size) {
    return new Place(memory(), segment(segment).at(offset, size, Outcome.ERR_INV_LOC_OFF));
  }

  /** A segment of another process, or an own one, as far as this process may use it. */
  Segment segmentOf(GaspiProcess owner, int number) {
    Segment segment = owner.segment(number);
    boolean known = owner == this || segment.registered.contains(rank());
    Refused.unless(known, Outcome.ERR_INV_SEG);
    return segment;
  }

  /** A part of a segment of any process. */
  Place at(GaspiProcess owner, int segment, long offset, long size) {
    long address = segmentOf(owner, segment).at(offset, size, Outcome.ERR_INV_REM_OFF);
    return new Place(owner.memory(), address);
  }
}
