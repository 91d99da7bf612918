// ranks: 1, any threads, also one
// Tasks of loops that have copies of an array to themselves: the library uses the memory of those that are over for others. Racy, two
// of them write to the same result.
#include <stdio.h>

#define ROUNDS 60
#define TASKS 8

static long result[ROUNDS * TASKS];

int main(void) {
    long scratch[TASKS] = {0}, sum = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp taskloop firstprivate(scratch) grainsize(1) nogroup
        for (int i = 0; i < TASKS; i++) {
            for (int k = 0; k < TASKS; k++) scratch[(k * i + round) % TASKS] += k;
#ifdef FIXED
            result[round * TASKS + i] = scratch[i];
#else
            result[round * TASKS + i / 2] = scratch[i]; // RACE RACE
#endif
        }
    }
    for (int i = 0; i < ROUNDS * TASKS; i++) sum += result[i];
    printf("%ld\n", sum);
    return 0;
}
