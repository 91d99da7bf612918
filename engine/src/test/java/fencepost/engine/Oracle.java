package fencepost.engine;

import fencepost.engine.Step.Moment;
import fencepost.engine.Step.Op;
import fencepost.engine.Step.Part;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.LockEpoch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The race definition by brute force: happens-before as a graph with all its paths, memory as sets
 * of bytes, the conflict table cell by cell, and every pair of effects. It shares nothing with the
 * engine but the names of things.
 */
final class Oracle {

  /**
   * R: race. P: race, but for accesses of the same process unless threads count. A: race, but for
   * accesses that are atomic together.
   */
  private static final String[] TABLE = {
    // load, store, buffer read, buffer write, remote read, remote write, atomic read, atomic
    // update, atomic load, atomic store
    "-P-R-R-R-P", // load
    "PPRRRRRRPP", // store
    "-R-R-R-R-R", // buffer read
    "RRRRRRRRRR", // buffer write
    "-R-R-R-R-R", // remote read
    "RRRRRRRRRR", // remote write
    "-R-R-R-A-R", // atomic read
    "RRRRRRAARR", // atomic update
    "-P-R-R-R--", // atomic load
    "PPRRRRRR--", // atomic store
  };

  /** One access. It begins at a node of its own if it has to be granted, else at its issue. */
  private record Interval(
      AccessKind kind,
      int rank,
      Map<Long, Long> elements,
      int process,
      @Nullable Op op,
      int site,
      @Nullable AtomicType type,
      @Nullable LockEpoch lock,
      int issue,
      int begin,
      List<Integer> completions) {}

  private final List<BitSet> successors = new ArrayList<>();
  private final Map<Moment, Integer> momentNodes = new HashMap<>();
  private final Map<Part, List<Integer>> completionNodes = new HashMap<>();
  private final List<Interval> intervals = new ArrayList<>();
  private final Set<SitePair> races = new HashSet<>();
  private final boolean threads;
  private int orderedConflicts;

  Oracle(List<StrandScript> strands, boolean threads) {
    this.threads = threads;
    List<Integer> firstNodes = new ArrayList<>();
    for (StrandScript strand : strands) {
      firstNodes.add(successors.size());
      strand.steps.forEach(this::addNode);
    }
    for (int s = 0; s < strands.size(); s++) {
      connect(strands.get(s), firstNodes.get(s));
    }
    closeTransitively();
    checkAllPairs();
  }

  Set<SitePair> races() {
    return races;
  }

  /** How many pairs of effects conflict but are ordered. */
  int orderedConflicts() {
    return orderedConflicts;
  }

  // ---- the graph ----

  private void addNode(Step step) {
    int node = newNode();
    if (step instanceof Step.Signal signal) {
      momentNodes.put(signal.moment(), node);
    } else if (step instanceof Step.Complete complete) {
      for (Part part : complete.parts()) {
        completionNodes.computeIfAbsent(part, p -> new ArrayList<>()).add(node);
      }
    }
  }

  private int newNode() {
    successors.add(new BitSet());
    return successors.size() - 1;
  }

  private void connect(StrandScript strand, int firstNode) {
    int node = firstNode;
    for (Step step : strand.steps) {
      if (node > firstNode) {
        successors.get(node - 1).set(node);
      }
      if (step instanceof Step.Await await) {
        connectMoments(await.moments(), node);
      } else if (step instanceof Step.AwaitGrant await) {
        connectMoments(await.permission().after(), node);
      } else if (step instanceof Step.Access access) {
        addAccess(strand, access, node);
      } else if (step instanceof Step.Issue issue) {
        for (Part part : issue.op().parts()) {
          addPart(strand, issue.op(), part, node);
        }
      }
      node++;
    }
  }

  private void connectMoments(List<Moment> moments, int node) {
    for (Moment moment : moments) {
      successors.get(momentNodes.get(moment)).set(node);
    }
  }

  private void addAccess(StrandScript strand, Step.Access access, int node) {
    intervals.add(
        new Interval(
            access.kind(),
            access.rank(),
            access.bytes().elements(1),
            strand.rank,
            null,
            access.site(),
            null,
            access.lock(),
            node,
            node,
            List.of(node)));
  }

  private void addPart(StrandScript strand, Op op, Part part, int issue) {
    int begin = issue;
    if (part.permission != null) {
      if (!momentNodes.keySet().containsAll(part.permission.after())) {
        return; // never granted, so it never begins
      }
      begin = newNode();
      successors.get(issue).set(begin);
      connectMoments(part.permission.after(), begin);
    }
    intervals.add(
        new Interval(
            part.kind,
            part.rank,
            part.bytes.elements(part.type == null ? 1 : part.type.size()),
            strand.rank,
            op,
            op.site(),
            part.type,
            part.lock,
            issue,
            begin,
            completionNodes.getOrDefault(part, List.of())));
  }

  private void closeTransitively() {
    for (int via = 0; via < successors.size(); via++) {
      for (BitSet reached : successors) {
        if (reached.get(via)) {
          reached.or(successors.get(via));
        }
      }
    }
  }

  private boolean happensBefore(int a, int b) {
    return successors.get(a).get(b);
  }

  // ---- the definition ----

  private void checkAllPairs() {
    for (int i = 0; i < intervals.size(); i++) {
      for (int j = 0; j < i; j++) {
        Interval a = intervals.get(i);
        Interval b = intervals.get(j);
        if (conflict(a, b) && !excluded(a.lock, b.lock)) {
          if (ordered(a, b) || ordered(b, a)) {
            orderedConflicts++;
          } else {
            races.add(SitePair.of(a.site, b.site));
          }
        }
      }
    }
  }

  /** Some completion point of A that counts for it happens before B begins. */
  private boolean ordered(Interval a, Interval b) {
    for (int completion : a.completions) {
      boolean counts = completion == a.issue || happensBefore(a.issue, completion);
      if (counts && happensBefore(completion, b.begin)) {
        return true;
      }
    }
    return false;
  }

  private boolean conflict(Interval a, Interval b) {
    if (a.rank != b.rank || (a.op != null && a.op == b.op)) {
      return false;
    }
    Set<Long> common = new HashSet<>(a.elements.keySet());
    common.retainAll(b.elements.keySet());
    if (common.isEmpty()) {
      return false;
    }
    return switch (TABLE[a.kind.ordinal()].charAt(b.kind.ordinal())) {
      case 'R' -> true;
      case 'P' -> threads || a.process != b.process;
      case 'A' -> !atomicTogether(a, b, common);
      default -> false;
    };
  }

  /** The same type, and at every common byte the same element. */
  private static boolean atomicTogether(Interval a, Interval b, Set<Long> common) {
    return a.type != null
        && a.type.equals(b.type)
        && common.stream().allMatch(at -> a.elements.get(at).equals(b.elements.get(at)));
  }

  /**
   * Different processes hold the two locks on the same thing, one of them exclusively, and both
   * asked for it in earnest.
   */
  private static boolean excluded(@Nullable LockEpoch a, @Nullable LockEpoch b) {
    return a != null
        && b != null
        && a.process() != b.process()
        && a.resource().equals(b.resource())
        && (a.exclusive() || b.exclusive())
        && a.checked()
        && b.checked();
  }
}
