package fencepost.frontend.gaspi;

import fencepost.frontend.program.Slots;

/** Completing and making queues (GASPI 17.1, "One-sided communication"). */
final class Queues {
  private final GaspiFrontEnd frontEnd;

  Queues(GaspiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    int waited = new Slots(frontEnd.table(), "gaspi_wait").of("queue");
    frontEnd.rule(
        "gaspi_wait",
        (process, record, returns) -> {
          Queue queue = process.queue(record.slot(waited));
          queue.untilWait.complete(frontEnd.execution(), process.strand);
          return true;
        });
    forgets("gaspi_queue_create");
    forgets("gaspi_queue_delete");
    forgets("gaspi_queue_purge");
  }

  /** A new queue, or one of whose requests nothing will be known any more. */
  private void forgets(String call) {
    int number = new Slots(frontEnd.table(), call).of("queue");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          process.purge(record.slot(number));
          return true;
        });
  }
}
