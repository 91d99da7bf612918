// ranks: 1, any threads
// A prefix sum in two passes: each thread sums its part, then adds the sums of the threads before it. Racy without the barrier
// between the two.
#include <omp.h>
#include <stdio.h>

#define N 1000
#define MOST 16

static long a[N], part[MOST];

int main(void) {
    for (int i = 0; i < N; i++) a[i] = i % 7;
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        int from = N * me / all, to = N * (me + 1) / all;
        long sum = 0;
        for (int i = from; i < to; i++) a[i] = sum += a[i];
        part[me] = sum; // RACE
#ifdef FIXED
#pragma omp barrier
#endif
        long before = 0;
        for (int other = 0; other < me; other++) before += part[other]; // RACE
        for (int i = from; i < to; i++) a[i] += before;
    }
    printf("%ld\n", a[N - 1]);
    return 0;
}
