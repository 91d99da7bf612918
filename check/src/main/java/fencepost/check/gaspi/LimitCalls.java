package fencepost.check.gaspi;

import java.util.function.ToLongFunction;

/** How much there may be of something (GASPI 17.1, 13). */
final class LimitCalls {
  private LimitCalls() {}

  static void addTo(GaspiLibrary library) {
    add(library, "group_max", 4, Limit.GROUP_MAX);
    add(library, "segment_max", 4, Limit.SEGMENT_MAX);
    add(library, "queue_size_max", 4, Limit.QUEUE_SIZE_MAX);
    add(library, "transfer_size_max", 8, Limit.TRANSFER_SIZE_MAX);
    add(library, "rw_list_elem_max", 4, Limit.RW_LIST_ELEM_MAX);
    add(library, "notification_num", 4, Limit.NOTIFICATION_NUM);
    add(library, "passive_queue_max", 4, Limit.PASSIVE_QUEUE_SIZE_MAX);
    add(library, "passive_transfer_size_max", 8, Limit.PASSIVE_TRANSFER_SIZE_MAX);
    add(library, "allreduce_elem_max", 4, Limit.ALLREDUCE_ELEM_MAX);
    add(library, "allreduce_buf_size", 8, Limit.ALLREDUCE_BUF_SIZE);
    add(library, "network_type", 4, Limit.NETWORK);
    add(library, "build_infrastructure", 4, Limit.BUILD_INFRASTRUCTURE);
    add(library, "queue_max", 4, process -> Limit.MOST_QUEUES);
    add(library, "transfer_size_min", 8, process -> 1);
    add(library, "passive_transfer_size_min", 8, process -> 1);
    add(library, "atomic_max", 8, process -> -1);
    add(library, "queue_num", 4, process -> process.queues.count());
    add(library, "group_num", 4, process -> process.groups.size());
    add(library, "segment_num", 4, process -> process.segments.size());
  }

  private static void add(GaspiLibrary library, String name, int size, Limit limit) {
    add(library, name, size, process -> process.configuration.get(limit));
  }

  private static void add(
      GaspiLibrary library, String name, int size, ToLongFunction<CheckedGaspiProcess> value) {
    library.rule(
        name,
        call -> {
          call.storeAt(0, size, value.applyAsLong(call.process));
          call.done();
        });
  }
}
