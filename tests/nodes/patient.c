// Ranks meet, wait until a file is there, and then race; compiled with -DFIXED they do not.
// patient READY GO: makes the file READY when all have come, and waits for the file GO.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *counter, one = 1, before = 0;
  MPI_Win win;
  MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  *counter = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < 10; round++) { // a lock that orders what is done under it
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    before++;
    MPI_Put(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) fclose(fopen(argv[1], "w"));
  while (rank == 0 && access(argv[2], F_OK) != 0) usleep(10000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == size - 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 0) printf("patient: %d rounds\n", *counter > 0 ? 10 : 0); // RACE
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
