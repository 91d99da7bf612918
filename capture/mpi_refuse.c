/* The end of a program that does what cannot be analysed. */
#include "mpi_hooks.h"

#include <stdio.h>

void fp_refuse(const char *call) {
  fprintf(stderr, "fencepost: %s is not supported: the processes that it brings in would not be analysed\n", call);
  PMPI_Abort(MPI_COMM_WORLD, 70);
}
