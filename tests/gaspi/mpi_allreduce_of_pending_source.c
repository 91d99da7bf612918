// ranks: 2
// The result of an allreduce of MPI overwrites the source of a write; FIXED waits for the queue first.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  int one = 1;
  if (rank == 0) gaspi_write(SEGMENT, AT(4), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
  gaspi_wait(0, GASPI_BLOCK);
#endif
  MPI_Allreduce(&one, data + 4, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // RACE
  gaspi_wait(0, GASPI_BLOCK);
  finish();
  MPI_Finalize();
  return 0;
}
