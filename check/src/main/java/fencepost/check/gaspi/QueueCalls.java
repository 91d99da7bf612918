package fencepost.check.gaspi;

/** Queues (GASPI 17.1, 8.2 and 8.5); their requests are always complete. */
final class QueueCalls {
  private QueueCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("wait", QueueCalls::empty);
    library.meaning("queue purge", QueueCalls::empty);
    library.meaning(
        "queue create",
        call -> {
          call.store("queue", 1, call.process.queues.create());
          call.done();
        });
    library.meaning(
        "queue delete",
        call -> {
          call.process.queues.delete(call.integer("queue"));
          call.done();
        });
    library.rule(
        "queue_size",
        call -> {
          int queue = (int) Types.unsigned(call.at(0), "gaspi_queue_id_t");
          call.storeAt(1, 4, call.process.queues.size(queue));
          call.done();
        });
  }

  private static void empty(GaspiCall call) {
    call.process.queues.empty(call.integer("queue"));
    call.done();
  }
}
