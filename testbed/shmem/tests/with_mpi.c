// OpenSHMEM and MPI in one program: the same ranks, MPI started and ended by the program.
#include "check.h"

#include <mpi.h>

static int value;

int main(int argc, char **argv) {
  int rank, token = 7, finalized;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  start();
  CHECK(rank == me);
  int *heap = shmem_malloc(sizeof *heap);
  for (int i = 0; i < 50; i++) {
    shmem_int_p(heap, me + i, right);
    shmem_quiet();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(*heap == left + i);
    // symmetric memory as buffers of MPI
    value = 0;
    MPI_Allreduce(heap, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(value == pes * (pes - 1) / 2 + pes * i);
    MPI_Sendrecv(&token, 1, MPI_INT, right, 0, heap, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(*heap == 7);
    shmem_barrier_all();
  }
  shmem_finalize();
  MPI_Finalized(&finalized);
  CHECK(!finalized);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
