package fencepost.check.gaspi;

import java.util.Collection;
import java.util.List;

/** Segments (GASPI 17.1, 7). */
final class SegmentCalls {
  private SegmentCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning(
        "make_segment",
        call -> {
          boolean bound = call.has("pointer");
          if (call.has("group")) {
            together(call, bound);
          } else {
            alone(call, bound);
          }
        });
    library.meaning(
        "register_segment",
        call -> {
          own(call).registered.add(call.rank().rank());
          call.done();
        });
    library.meaning("delete_segment", SegmentCalls::delete);
    addQuestions(library);
  }

  private static CheckedSegment own(GaspiCall call) {
    return call.process.segment(call.integer("segment_id"));
  }

  private static void alone(GaspiCall call, boolean bound) {
    make(call, bound, List.of());
    call.done();
  }

  /** The segment is made, registered with all members, and then they wait for each other. */
  private static void together(GaspiCall call, boolean bound) {
    Membership group = call.group();
    Collection<Integer> members = group.committed().members;
    if (!group.isUnderWay()) {
      make(call, bound, members);
    }
    GaspiCollectiveCalls.meet(call, new byte[0], number -> GaspiOutcome.SUCCESS);
  }

  /** Fresh memory is zero whatever the policy. */
  private static void make(GaspiCall call, boolean bound, Collection<Integer> registered) {
    CheckedGaspiProcess process = call.process;
    int number = call.integer("segment_id");
    long size = call.argument("size");
    Refused.unless(!process.segments.containsKey(number), GaspiOutcome.ERR_INV_SEG);
    Refused.unless(
        process.segments.size() < process.configuration.get(Limit.SEGMENT_MAX),
        GaspiOutcome.ERR_MANY_SEG);
    Refused.unless(size != 0, GaspiOutcome.ERR_INV_SEGSIZE);
    Refused.unless(!bound || call.argument("pointer") != 0, GaspiOutcome.ERR_NULLPTR);
    long base = bound ? call.argument("pointer") : process.memory().allocate(size);
    CheckedSegment segment = new CheckedSegment(base, size, !bound);
    segment.registered.addAll(registered);
    process.segments.put(number, segment);
  }

  private static void delete(GaspiCall call) {
    CheckedSegment segment = own(call);
    call.process.segments.remove(call.integer("segment_id"));
    if (segment.allocated) {
      call.memory().free(segment.base);
    }
    call.done();
  }

  // ---- questions ----

  private static int number(GaspiCall call, int argument) {
    return (int) Types.unsigned(call.at(argument), "gaspi_segment_id_t");
  }

  private static void addQuestions(GaspiLibrary library) {
    library.rule(
        "segment_ptr",
        call -> {
          call.storeAt(1, 8, call.process.segment(number(call, 0)).base);
          call.done();
        });
    library.rule(
        "segment_size",
        call -> {
          int rank = (int) Types.unsigned(call.at(1), "gaspi_rank_t");
          CheckedGaspiProcess owner = call.process.world.process(rank);
          call.storeAt(2, 8, call.process.segmentOf(owner, number(call, 0)).size);
          call.done();
        });
    library.rule("segment_list", SegmentCalls::list);
    library.rule(
        "segment_avail_local",
        call -> {
          int free = 0;
          while (call.process.segments.containsKey(free)) {
            free++;
          }
          Refused.unless(free < 256, GaspiOutcome.ERR_MANY_SEG);
          call.storeAt(0, 1, free);
          call.done();
        });
  }

  private static void list(GaspiCall call) {
    long wanted = Types.unsigned(call.at(0), "gaspi_number_t");
    Refused.unless(wanted <= call.process.segments.size(), GaspiOutcome.ERR_INV_NUM);
    long at = call.at(1);
    for (int number : call.process.segments.keySet().stream().limit(wanted).toList()) {
      call.memory().store(at++, 1, number);
    }
    call.done();
  }
}
