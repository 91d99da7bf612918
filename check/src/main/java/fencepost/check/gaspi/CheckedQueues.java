package fencepost.check.gaspi;

import java.util.Map;
import java.util.TreeMap;

/** The queues of a process: how many requests each of them holds. */
final class CheckedQueues {
  private final Map<Integer, Long> posted = new TreeMap<>();
  private final long capacity;

  CheckedQueues(Configuration configuration) {
    capacity = configuration.get(Limit.QUEUE_SIZE_MAX);
    for (int i = 0; i < configuration.get(Limit.QUEUE_NUM); i++) {
      posted.put(i, 0L);
    }
  }

  int count() {
    return posted.size();
  }

  int create() {
    int queue = 0;
    while (posted.containsKey(queue)) {
      queue++;
    }
    Refused.unless(queue < Limit.MOST_QUEUES, GaspiOutcome.ERR_INV_QUEUE);
    posted.put(queue, 0L);
    return queue;
  }

  void delete(int queue) {
    size(queue);
    posted.remove(queue);
  }

  long size(int queue) {
    Long size = posted.get(queue);
    if (size == null) {
      throw new Refused(GaspiOutcome.ERR_INV_QUEUE);
    }
    return size;
  }

  /** Requests are complete, or forgotten. */
  void empty(int queue) {
    size(queue);
    posted.put(queue, 0L);
  }

  void post(int queue, long requests) {
    long all = size(queue) + requests;
    Refused.unless(all <= capacity, GaspiOutcome.QUEUE_FULL);
    posted.put(queue, all);
  }
}
