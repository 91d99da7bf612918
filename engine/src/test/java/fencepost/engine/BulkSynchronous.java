package fencepost.engine;

import fencepost.clocks.Signal;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that put, load and store between barriers, told to a detector as they go: for executions
 * too long to write down.
 */
final class BulkSynchronous {
  private final Set<SitePair> races = new HashSet<>();
  private final List<Strand> ranks;
  final Detector detector =
      new Detector((earlier, later, details) -> races.add(SitePair.of(earlier.site, later.site)));

  BulkSynchronous(int size) {
    ranks = IntStream.range(0, size).mapToObj(detector::strand).toList();
  }

  Set<SitePair> races() {
    return races;
  }

  Strand rank(int rank) {
    return ranks.get(rank);
  }

  int size() {
    return ranks.size();
  }

  void put(int site, int origin, int target, Region region) {
    detector.complete(rank(origin), openPut(site, origin, target, region));
  }

  /** A put that nothing completes. */
  Effect openPut(int site, int origin, int target, Region region) {
    return openPut(site, origin, target, region, null);
  }

  Effect openPut(int site, int origin, int target, Region region, @Nullable Grant grant) {
    Strand strand = rank(origin);
    detector.inside(strand, "put", site);
    Operation put = detector.issue(strand, new Operation.Completion("flush", "flush"));
    return detector.effect(put, AccessKind.REMOTE_WRITE, target, region, null, null, grant);
  }

  void load(int site, Strand strand, Region region) {
    detector.access(strand, AccessKind.LOAD, strand.rank, region, site, null);
  }

  void store(int site, Strand strand, Region region) {
    detector.access(strand, AccessKind.STORE, strand.rank, region, site, null);
  }

  void barrier() {
    Signal everyone = Signal.join(ranks.stream().map(detector::signal).toList());
    ranks.forEach(strand -> detector.await(strand, everyone));
  }
}
