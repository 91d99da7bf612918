// ranks: 2
// A reduction by a function of the program, which the library calls (MPI 4.1, 6.9.5), in place in the memory of a window.
#include <mpi.h>

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *count; i++) b[i] = a[i] * b[i];
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *value;
  MPI_Win window;
  MPI_Win_allocate(4 * sizeof *value, sizeof *value, MPI_INFO_NULL, MPI_COMM_WORLD, &value, &window);
  for (int i = 0; i < 4; i++) value[i] = rank + i + 1;
  MPI_Op product;
  MPI_Op_create(multiply, 1, &product);
  MPI_Allreduce(MPI_IN_PLACE, value, 4, MPI_INT, product, MPI_COMM_WORLD);
  MPI_Request request;
  MPI_Iallreduce(MPI_IN_PLACE, value, 4, MPI_INT, product, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  value[0] = 0;
#else
  value[0] = 0; // RACE
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Op_free(&product);
  MPI_Win_free(&window);
  MPI_Finalize();
}
