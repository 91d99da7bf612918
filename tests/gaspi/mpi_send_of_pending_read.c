// ranks: 2
// MPI sends what GASPI is still reading; FIXED waits for the queue first.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  int other;
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  finish();
  MPI_Finalize();
  return 0;
}
