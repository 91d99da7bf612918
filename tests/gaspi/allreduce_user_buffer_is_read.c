// ranks: 2
// The result of an allreduce is written while it is being read from afar; FIXED uses another place.
#include <GASPI.h>

static gaspi_return_t add(gaspi_pointer_t const a, gaspi_pointer_t const b, gaspi_pointer_t const sum, gaspi_reduce_state_t const state,
                          const gaspi_number_t num, const gaspi_size_t size, const gaspi_timeout_t timeout) {
  (void)state, (void)size, (void)timeout;
  for (gaspi_number_t i = 0; i < num; i++) ((double *)sum)[i] = ((const double *)a)[i] + ((const double *)b)[i];
  return GASPI_SUCCESS;
}

#include "scenario.h"

int main(void) {
  int *data = start();
  double *mine = (double *)(data + 16);
  if (rank == 0) gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(36), 2 * sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
  double *result = (double *)(data + 64);
#else
  double *result = (double *)(data + 32);
#endif
  gaspi_allreduce_user(mine, result, 4, sizeof(double), add, NULL, GASPI_GROUP_ALL, GASPI_BLOCK); // RACE
  gaspi_wait(0, GASPI_BLOCK);
  return finish();
}
