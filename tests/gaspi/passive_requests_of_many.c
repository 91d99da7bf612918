// ranks: 4
// Passive messages of several senders: the receiver knows only of the one that it heard of. FIXED reads from that
// one.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_rank_t sender;
  if (rank > 0) {
    data[8] = rank; // RACE
    for (int i = 0; i < 3; i++) check(gaspi_passive_send(SEGMENT, AT(0), 0, sizeof(int), GASPI_BLOCK));
  } else {
    int heard = 0;
    for (int i = 0; i < 9; i++) {
      check(gaspi_passive_receive(SEGMENT, AT(100), &sender, sizeof(int), GASPI_BLOCK));
#ifndef FIXED
      if (i == 0) sender = sender % 3 + 1;
#endif
      gaspi_read(SEGMENT, AT(120 + i), sender, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
      heard++;
    }
    gaspi_wait(0, GASPI_BLOCK);
    sink = heard;
  }
  return finish();
}
