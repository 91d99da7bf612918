// ranks: 1
// Every thread loads and stores the sum. Fixed by a reduction.
#include <stdio.h>
#include <stdlib.h>

#define N 1000

int main(void) {
    double sum = 0, *a = malloc(N * sizeof(double));
    for (int i = 0; i < N; i++) a[i] = i;
#ifdef FIXED
#pragma omp parallel for num_threads(3) reduction(+ : sum)
#else
#pragma omp parallel for num_threads(3)
#endif
    for (int i = 0; i < N; i++) sum += a[i]; // RACE RACE
    printf("%g\n", sum);
    free(a);
    return 0;
}
