package fencepost.check.dataflow;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Instruction;
import java.util.List;

/** Finds pairs of accesses of different processes to the same memory in the same epoch. */
final class CrossRank {
  private static final List<String> RANKS =
      List.of("MPI_Comm_rank", "gaspi_proc_rank", "shmem_my_pe");

  private final Witness witness;

  /** Told of such pairs. */
  interface Witness {
    void meets(Epoch.Issue operation, Instruction other, String how, boolean remote, Region region);
  }

  CrossRank(Witness witness) {
    this.witness = witness;
  }

  void look(Epoch epoch) {
    for (Epoch.Issue issue : epoch.remote()) {
      for (Epoch.Own own : epoch.own()) {
        if (conflicts(issue.remote(), own.region(), false, issue.state())
            && mayBeRank(own.state(), issue.remote().target())) {
          witness.meets(issue, own.by(), own.how(), false, own.region());
        }
      }
      for (Epoch.Issue other : epoch.remote()) {
        Remote second = other.remote();
        if (conflicts(issue.remote(), second.region(), second.atomic(), issue.state())
            && mayBe(issue.state(), issue.remote().target().minus(second.target()), Relation.EQUAL)
            && mayBeOfTwoProcesses(issue.state(), other.state())) {
          witness.meets(issue, second.call(), second.call().name(), true, second.region());
        }
      }
    }
  }

  private static boolean conflicts(Remote remote, Region region, boolean atomic, State state) {
    return (remote.region().written() || region.written())
        && !(remote.atomic() && atomic)
        && remote.region().overlap(region, state.conditions()) != Region.Overlap.NONE;
  }

  /** Whether a process that is where the state says may be the one with a rank. */
  private static boolean mayBeRank(State state, Sum rank) {
    return RANKS.stream()
        .map(CrossRank::rankOf)
        .allMatch(own -> mayBe(state, own.minus(rank), Relation.EQUAL));
  }

  private static Sum rankOf(String call) {
    return Sum.of(new Symbol.Computed(call, List.of(), false));
  }

  private static boolean mayBe(State state, Sum difference, Relation relation) {
    return state.conditions().and(difference, relation) != null;
  }

  /** Not if both have to be the one process with a certain rank. */
  private static boolean mayBeOfTwoProcesses(State a, State b) {
    return RANKS.stream()
        .map(CrossRank::rankOf)
        .allMatch(
            rank -> {
              Sum first = a.conditions().resolved(rank);
              return !first.isConstant() || !first.equals(b.conditions().resolved(rank));
            });
  }
}
