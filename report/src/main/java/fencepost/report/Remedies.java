package fencepost.report;

import fencepost.model.Effect;
import fencepost.trace.Model;
import java.util.List;

/** What a programming model offers against a race, in its own words. */
enum Remedies {
  MPI("MPI_Barrier", "accumulate operations in both, or exclusive locks"),
  SHMEM("shmem_barrier_all", "atomic operations in both, or a lock"),
  GASPI("gaspi_notify and gaspi_notify_waitsome", "atomic operations in both");

  /** A call that orders processes. */
  final String order;

  /** What two operations may be that meet in the same place. */
  final String exclusion;

  Remedies(String order, String exclusion) {
    this.order = order;
    this.exclusion = exclusion;
  }

  /** Those of the model that both calls belong to, or the only one that is a call. */
  static Remedies of(Effect a, Effect b) {
    for (Remedies remedies : List.of(SHMEM, GASPI)) {
      boolean isCall = remedies.has(a) || remedies.has(b);
      if (isCall && remedies.allows(a) && remedies.allows(b)) {
        return remedies;
      }
    }
    return MPI;
  }

  private boolean allows(Effect effect) {
    return effect.operation == null || has(effect);
  }

  private boolean has(Effect effect) {
    return effect.name().startsWith(Model.valueOf(name()).id() + "_");
  }
}
