// ranks: 1, any threads, also one
// A pipeline of three stages over a ring of buffers. Racy, the last stage does not say which buffer it reads.
#include <stdio.h>

#define BUFFERS 2
#define ITEMS 12
#define SIZE 32

static int in[BUFFERS][SIZE], out[BUFFERS][SIZE];
static long total;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int item = 0; item < ITEMS; item++) {
        int at = item % BUFFERS;
#pragma omp task depend(out : in[at])
        for (int i = 0; i < SIZE; i++) in[at][i] = item + i;
#pragma omp task depend(in : in[at]) depend(out : out[at])
        for (int i = 0; i < SIZE; i++) out[at][i] = 2 * in[at][i]; // RACE
#ifdef FIXED
#pragma omp task depend(in : out[at]) depend(inout : total)
#else
#pragma omp task depend(inout : total)
#endif
        for (int i = 0; i < SIZE; i++) total += out[at][i]; // RACE
    }
    printf("%ld\n", total);
    return 0;
}
