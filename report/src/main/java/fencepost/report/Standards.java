package fencepost.report;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.List;

/** Which section of which standard says that a finding is a mistake. */
final class Standards {
  private Standards() {}

  /** By the model of the calls involved; loads and stores belong to none. */
  static String section(Finding finding) {
    if (finding.rule() == Rule.THREADS) {
      return "C11, 5.1.2.4; C++17, 6.8.2.1; OpenMP 5.2, 1.4.1";
    }
    return switch (model(finding)) {
      case MPI -> mpi(finding);
      case SHMEM -> shmem(finding.rule());
      case GASPI -> gaspi(finding.rule());
    };
  }

  private static Model model(Finding finding) {
    for (Model model : List.of(Model.SHMEM, Model.GASPI)) {
      String prefix = model.id() + "_";
      if (finding.accesses().stream().anyMatch(side -> side.operation().startsWith(prefix))) {
        return model;
      }
    }
    return Model.MPI;
  }

  private static String mpi(Finding finding) {
    return switch (finding.rule()) {
      case BUFFER_IN_USE ->
          isOneSided(finding)
              ? "MPI 4.1, 12.3 (Communication Calls)"
              : "MPI 4.1, 3.7.2 (Communication Initiation)";
      case ATOMIC_MISMATCH -> "MPI 4.1, 12.7.1 (Atomicity)";
      case SHARED_MEMORY -> "MPI 4.1, 12.4 (Memory Model)";
      default -> "MPI 4.1, 12.7 (Semantics and Correctness)";
    };
  }

  /** Whether the buffer belongs to an operation on a window, and not to a message. */
  private static boolean isOneSided(Finding finding) {
    ApiTable table = Model.MPI.table();
    return finding.accesses().stream()
        .map(Finding.Access::operation)
        .anyMatch(name -> table.has(name) && table.call(name).has("target_rank"));
  }

  private static String shmem(Rule rule) {
    return switch (rule) {
      case BUFFER_IN_USE -> "OpenSHMEM 1.5, Non-blocking Remote Memory Access Routines";
      case ATOMIC_MISMATCH -> "OpenSHMEM 1.5, Atomicity Guarantees";
      default -> "OpenSHMEM 1.5, Memory Ordering Routines";
    };
  }

  private static String gaspi(Rule rule) {
    return rule == Rule.ATOMIC_MISMATCH
        ? "GASPI 17.1, Global Atomics"
        : "GASPI 17.1, One-Sided Communication";
  }
}
