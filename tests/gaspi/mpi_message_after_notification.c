// ranks: 3
// A notification, and then a message of MPI that passes it on: both make order. FIXED sends the message after it has
// seen the notification.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  int token = 0;
  if (rank == 0) {
    data[8] = 1; // RACE
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 1) {
#ifdef FIXED
    see(0);
#endif
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
#ifndef FIXED
    see(0);
#endif
  }
  if (rank == 2) {
    MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    gaspi_read(SEGMENT, AT(0), 0, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  finish();
  MPI_Finalize();
  return 0;
}
