// ranks: 2
// Two buffers and two notifications in turn, and the answer of the last but one iteration; FIXED loads the half that
// was just seen.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  for (int i = 0; i < 8; i++) {
    int half = i % 2;
    if (rank == 0) {
      if (i >= 2) see(2 + half);
      data[half] = i;
      gaspi_write_notify(SEGMENT, AT(half), 1, SEGMENT, AT(8 + half), sizeof(int), half, i + 1, 0, GASPI_BLOCK); // RACE
      gaspi_wait(0, GASPI_BLOCK);
    } else {
      see(half);
#ifdef FIXED
      sink = data[8 + half];
#else
      sink = data[8 + 1 - half]; // RACE
#endif
      gaspi_notify(SEGMENT, 0, 2 + half, 1, 0, GASPI_BLOCK);
      gaspi_wait(0, GASPI_BLOCK);
    }
  }
  if (rank == 0) see(2), see(3);
  return finish();
}
