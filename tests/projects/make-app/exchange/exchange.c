#include "exchange.h"

void exchange_start(struct domain *d) {
  MPI_Put(&d->values[d->cells], 1, MPI_DOUBLE, d->right, 0, 1, MPI_DOUBLE, d->window); // RACE
}

void exchange_finish(struct domain *d) { MPI_Win_fence(0, d->window); }
