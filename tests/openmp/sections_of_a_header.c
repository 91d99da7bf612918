// ranks: 1, any threads, also one
// Two sections, which a header has, may be executed by one thread or by two. Racy, both add to the same sum.
#include "sections_in_a_header.h"
#include <stdio.h>

static int sum[2];

static void even(void) {
    for (int i = 0; i < 10; i += 2) sum[0] += i; // RACE
}

static void odd(void) {
#ifdef FIXED
    for (int i = 1; i < 10; i += 2) sum[1] += i;
#else
    for (int i = 1; i < 10; i += 2) sum[0] += i; // RACE
#endif
}

int main(void) {
#pragma omp parallel num_threads(2)
    both(even, odd);
    printf("%d\n", sum[0] + sum[1]);
    return 0;
}
