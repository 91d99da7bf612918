// ranks: 1, any threads
// Every thread loads and stores the sum. Fixed by a reduction.
#include <stdio.h>

#define N 1000

__attribute__((noinline)) static void add(double *sum, double value) {
    *sum += value; // RACE RACE
}

int main(void) {
    static double a[N];
    double sum = 0;
    for (int i = 0; i < N; i++) a[i] = i;
#ifdef FIXED
#pragma omp parallel for num_threads(3) reduction(+ : sum)
#else
#pragma omp parallel for num_threads(3)
#endif
    for (int i = 0; i < N; i++) add(&sum, a[i]);
    printf("%g\n", sum);
    return 0;
}
