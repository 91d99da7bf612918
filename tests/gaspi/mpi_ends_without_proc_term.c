// ranks: 2
// A program of GASPI and MPI that ends MPI but not GASPI has come to its end all the same.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  if (rank == 1) data[8] = 3; // RACE
#ifdef FIXED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  barrier();
  MPI_Finalize();
  return 0;
}
