// ranks: 2
// Who receives a passive message knows what its sender did before; FIXED stores before it sends.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
#ifdef FIXED
    data[8] = 3;
#endif
    check(gaspi_passive_send(SEGMENT, AT(0), 1, 4 * sizeof(int), GASPI_BLOCK));
#ifndef FIXED
    data[8] = 3; // RACE
#endif
  } else {
    gaspi_rank_t sender;
    check(gaspi_passive_receive(SEGMENT, AT(100), &sender, 4 * sizeof(int), GASPI_BLOCK));
    gaspi_read(SEGMENT, AT(0), sender, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0] + data[100];
  }
  return finish();
}
