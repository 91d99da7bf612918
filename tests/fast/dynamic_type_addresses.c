// ranks: 2
// The buffers are absolute addresses in a datatype.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  int one = 1, two = 2, lengths[2] = {1, 1};
  MPI_Aint at[2];
  MPI_Datatype type, types[2] = {MPI_INT, MPI_INT};
  MPI_Get_address(&one, &at[0]);
  at[1] = (MPI_Aint)&two;
  MPI_Type_create_struct(2, lengths, at, types, &type);
  MPI_Type_commit(&type);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 2, MPI_INT, win); // RACE
#ifdef FIXED
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
#endif
    two = 3; // RACE
  }
  sink = one + two;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
