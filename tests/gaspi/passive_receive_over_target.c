// ranks: 3
// A passive message is received where another rank is writing; FIXED beside it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) check(gaspi_passive_send(SEGMENT, AT(0), 1, 4 * sizeof(int), GASPI_BLOCK));
  if (rank == 2) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(103), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 1) {
    gaspi_rank_t sender;
#ifdef FIXED
    check(gaspi_passive_receive(SEGMENT, AT(104), &sender, 4 * sizeof(int), GASPI_BLOCK));
#else
    check(gaspi_passive_receive(SEGMENT, AT(100), &sender, 4 * sizeof(int), GASPI_BLOCK)); // RACE
#endif
    sink = data[sender];
  }
  return finish();
}
