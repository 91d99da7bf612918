// ranks: 2
// Waiting when a queue is full, and going on: only the last requests are still under way. FIXED waits for them too.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_number_t most, size;
    gaspi_queue_size_max(&most);
    for (gaspi_number_t i = 0; i < most + 10; i++) {
      gaspi_queue_size(0, &size);
      if (size + 1 > most) gaspi_wait(0, GASPI_BLOCK);
      int place = i < most ? 0 : 1;
      gaspi_read(SEGMENT, AT(i % 16 + 32 * place), 1, SEGMENT, AT(100), sizeof(int), 0, GASPI_BLOCK); // RACE
      if (i % 16 == 15) gaspi_wait(0, GASPI_BLOCK);
    }
    sink = data[0];
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    sink = data[32 + (most + 9) % 16]; // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
