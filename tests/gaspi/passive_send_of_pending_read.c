// ranks: 2
// What is still being read is sent on; FIXED waits for it first.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    check(gaspi_passive_send(SEGMENT, AT(0), 1, sizeof(int), GASPI_BLOCK)); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    data[0] = 4;
  } else {
    gaspi_rank_t sender;
    while (gaspi_passive_receive(SEGMENT, AT(100), &sender, sizeof(int), GASPI_TEST) == GASPI_TIMEOUT) usleep(100);
    sink = data[100];
  }
  return finish();
}
