#include "exchange.h"
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 64, STEPS = 3 };

int main(int argc, char **argv) {
  struct domain domain;
  MPI_Init(&argc, &argv);
  domain_create(&domain, CELLS);
  double *next = calloc(CELLS + 1, sizeof *next);
  for (int step = 0; step < STEPS; step++) {
    exchange_start(&domain);
#ifdef FIXED
    exchange_finish(&domain);
#endif
    advect(CELLS, domain.values, next);
    exchange_finish(&domain);
    memcpy(domain.values + 1, next + 1, CELLS * sizeof *next);
    exchange_finish(&domain);
  }
  double sum = 0;
  for (int i = 1; i <= CELLS; i++) sum += domain.values[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  printf("%g\n", sum);
  free(next);
  domain_free(&domain);
  MPI_Finalize();
  return 0;
}
