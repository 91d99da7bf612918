// ranks: 3
// A lock made of compare-and-swap protects data of rank 0; FIXED takes it for reading too.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t old;
#ifdef FIXED
  int careful = 1;
#else
  int careful = rank != 2;
#endif
  for (int i = 0; i < 3; i++) {
    if (careful) {
      do check(gaspi_atomic_compare_swap(SEGMENT, 64, 0, 0, rank + 1, &old, GASPI_BLOCK));
      while (old != 0);
    }
    if (rank == 0) {
      data[30]++; // RACE
    } else {
      gaspi_read(SEGMENT, AT(100), 0, SEGMENT, AT(30), sizeof(int), 0, GASPI_BLOCK); // RACE
      gaspi_wait(0, GASPI_BLOCK);
      sink = data[100];
    }
    if (careful) check(gaspi_atomic_compare_swap(SEGMENT, 64, 0, rank + 1, 0, &old, GASPI_BLOCK));
  }
  return finish();
}
