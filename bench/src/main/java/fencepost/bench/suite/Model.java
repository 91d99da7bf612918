package fencepost.bench.suite;

/** The programming models. */
public enum Model {
  MPI,
  SHMEM,
  GASPI
}
