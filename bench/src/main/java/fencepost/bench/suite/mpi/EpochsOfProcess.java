package fencepost.bench.suite.mpi;

import fencepost.bench.suite.oracle.Lock;
import fencepost.bench.suite.oracle.OracleStrand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What an MPI process remembers for the oracle: its epochs and requests. */
final class EpochsOfProcess {
  /** Signals that let the remote effects of an epoch begin, by window and target. */
  private final Map<String, List<String>> grants = new HashMap<>();

  private final Map<String, List<Lock>> locks = new HashMap<>();
  private final Map<String, String> requests = new HashMap<>();

  /** Ranks from which data was fetched in the epoch, by window. */
  private final Map<String, List<Integer>> fetched = new HashMap<>();

  private final Map<String, List<String>> awaited = new HashMap<>();

  static EpochsOfProcess of(OracleStrand strand) {
    return strand.process().state(EpochsOfProcess.class, EpochsOfProcess::new);
  }

  void grant(WindowCode window, int target, List<String> signals) {
    grants.put(key(window, target), signals);
  }

  List<String> grants(WindowCode window, int target) {
    return grants.getOrDefault(key(window, target), List.of());
  }

  void lock(WindowCode window, int target, Lock lock) {
    locks.computeIfAbsent(key(window, target), k -> new ArrayList<>()).add(lock);
  }

  void unlock(WindowCode window, int target) {
    locks.remove(key(window, target));
  }

  List<Lock> locks(WindowCode window, int target) {
    return locks.getOrDefault(key(window, target), List.of());
  }

  void fetched(WindowCode window, int target) {
    fetched.computeIfAbsent(window.name(), w -> new ArrayList<>()).add(target);
  }

  /** The ranks from which data was fetched since this was last asked. */
  List<Integer> takeFetched(WindowCode window) {
    List<Integer> targets = fetched.remove(window.name());
    return targets == null ? List.of() : targets;
  }

  /** A request begins; returns the tag of what it completes. */
  String start(OracleStrand strand, String request) {
    String tag = "request " + strand.rank() + " " + request + " " + strand.process().count(request);
    requests.put(request, tag);
    return tag;
  }

  /** The request is done or given up. */
  String end(String request) {
    String tag = requests.remove(request);
    if (tag == null) {
      throw new IllegalStateException("nothing was started with " + request);
    }
    return tag;
  }

  /** Whoever ends the request waits for these signals. */
  void awaitAtEnd(String request, List<String> signals) {
    awaited.put(request, signals);
  }

  List<String> takeAwaited(String request) {
    List<String> signals = awaited.remove(request);
    return signals == null ? List.of() : signals;
  }

  private static String key(WindowCode window, int target) {
    return window.name() + " " + target;
  }
}
