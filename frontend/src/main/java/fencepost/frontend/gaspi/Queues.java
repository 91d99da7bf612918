package fencepost.frontend.gaspi;

import fencepost.frontend.program.Rules.Rule;

/** Completing and making queues (GASPI 17.1, "One-sided communication"). */
final class Queues {
  private final GaspiFrontEnd frontEnd;

  Queues(GaspiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    frontEnd.rule("wait", (slots, details) -> waits(slots.of("queue")));
    frontEnd.rule("queue", (slots, details) -> forgets(slots.of("queue")));
  }

  private Rule<GaspiProcess> waits(int number) {
    return (process, record, returns) -> {
      Queue queue = process.queue(record.slot(number));
      queue.untilWait.complete(frontEnd.execution(), process.strand);
      return true;
    };
  }

  /** A new queue, or one of whose requests nothing will be known any more. */
  private static Rule<GaspiProcess> forgets(int number) {
    return (process, record, returns) -> {
      process.purge(record.slot(number));
      return true;
    };
  }
}
