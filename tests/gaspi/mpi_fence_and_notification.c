// ranks: 2
// Data goes there with a put and comes back with write_notify; FIXED sees the notification before it looks.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  MPI_Win win;
  MPI_Win_create(data, INTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 3; i++) {
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(data, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 1) {
      data[16] = data[8] + 1;
      gaspi_write_notify(SEGMENT, AT(16), 0, SEGMENT, AT(0), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
      gaspi_wait(0, GASPI_BLOCK);
    } else {
#ifdef FIXED
      see(0);
#endif
      sink = data[0]; // RACE
#ifndef FIXED
      see(0);
#endif
    }
  }
  MPI_Win_free(&win);
  finish();
  MPI_Finalize();
  return 0;
}
