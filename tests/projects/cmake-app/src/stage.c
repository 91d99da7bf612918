#include <mpi.h>

/* Fetches the neighbour's results into a buffer; they have arrived after the next fence. */
void stage_fetch(MPI_Fint window, double *results, int count) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get(results, count, MPI_DOUBLE, (rank + 1) % size, 0, count, MPI_DOUBLE, MPI_Win_f2c(window)); // RACE
}
