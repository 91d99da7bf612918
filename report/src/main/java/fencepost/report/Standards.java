package fencepost.report;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.List;

/**
 * Which section of which standard says that a finding is a mistake. Sections have their titles, and
 * not their numbers, which differ between the versions of a standard.
 */
final class Standards {
  private Standards() {}

  /** By the model of the calls involved; loads and stores belong to none. */
  static String section(Finding finding) {
    if (finding.rule() == Rule.THREADS) {
      return "C11 and C++17, Multi-threaded executions and data races; OpenMP 5.2, OpenMP Memory Model";
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
              ? "MPI 4.1, chapter 12, Communication Calls"
              : "MPI 4.1, chapter 3, Nonblocking Communication";
      case ATOMIC_MISMATCH -> "MPI 4.1, chapter 12, Atomicity";
      case SHARED_MEMORY -> "MPI 4.1, chapter 12, Memory Model";
      default -> "MPI 4.1, chapter 12, Semantics and Correctness";
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
      case BUFFER_IN_USE -> "OpenSHMEM 1.5, chapter 9, Non-blocking Remote Memory Access Routines";
      case ATOMIC_MISMATCH -> "OpenSHMEM 1.5, chapter 3, Atomicity Guarantees";
      default -> "OpenSHMEM 1.5, chapter 9, Memory Ordering Routines";
    };
  }

  private static String gaspi(Rule rule) {
    return rule == Rule.ATOMIC_MISMATCH
        ? "GASPI 17.1, Global Atomics"
        : "GASPI 17.1, One-Sided Communication";
  }
}
