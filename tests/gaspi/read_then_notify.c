// ranks: 2
// gaspi_notify is ordered after writes, not after reads; FIXED waits for the read before it notifies.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    data[8] = 3; // RACE
  }
  return finish();
}
