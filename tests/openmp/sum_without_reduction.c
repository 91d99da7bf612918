// ranks: 1
// Every thread loads and stores the sum. Fixed by a reduction.
#include <stdio.h>

#define N 1000

int main(void) {
    static double a[N];
    double sum = 0;
    for (int i = 0; i < N; i++) a[i] = i;
#ifdef FIXED
#pragma omp parallel for num_threads(3) reduction(+ : sum)
#else
#pragma omp parallel for num_threads(3)
#endif
    for (int i = 0; i < N; i++) sum += a[i]; // RACE RACE
    printf("%g\n", sum);
    return 0;
}
