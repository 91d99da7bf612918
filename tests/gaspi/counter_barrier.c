// ranks: 4
// A barrier built from a counter: the last one knows what the others did before they counted. FIXED looks only if it
// is the last.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t old;
  data[8] = rank; // RACE
  check(gaspi_atomic_fetch_add(SEGMENT, 64, 0, 1, &old, GASPI_BLOCK));
  int last = old == ranks - 1u;
#ifndef FIXED
  last = old == ranks - 2u;
#endif
  if (last) {
    for (int r = 0; r < ranks; r++)
      if (r != rank) {
        gaspi_read(SEGMENT, AT(200 + r), r, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
      }
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
