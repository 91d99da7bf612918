// ranks: 3
// MPI receives where a GASPI write goes to; FIXED beside it.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  int other = 1;
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 2) MPI_Send(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Request request;
#ifdef FIXED
    MPI_Irecv(data + 9, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
#else
    MPI_Irecv(data + 8, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request); // RACE
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    see(0);
  }
  finish();
  MPI_Finalize();
  return 0;
}
