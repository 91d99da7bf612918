// ranks: 2
// A barrier of MPI does not bring a GASPI write to its target either; FIXED sees a notification.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef FIXED
  if (rank == 1) see(0);
#endif
  if (rank == 1) sink = data[8]; // RACE
  finish();
  MPI_Finalize();
  return 0;
}
