#include "kernel.h"

void advect(int cells, const double *from, double *to) {
  for (int i = 1; i <= cells; i++)
    to[i] = from[i] - 0.5 * (from[i] - from[i - 1]); // RACE
}
