// ranks: 1, any threads
// Jacobi iteration: the second loop copies back what the first one of another thread may still need. Fixed by the barrier
// that a loop has at its end.
#include <math.h>
#include <stdio.h>

#define N 64
#define STEPS 5

static double u[N][N], next[N][N];

int main(void) {
    for (int i = 0; i < N; i++) u[0][i] = 1;
    double change = 0;
#pragma omp parallel num_threads(3)
    for (int step = 0; step < STEPS; step++) {
#pragma omp single
        change = 0;
#ifdef FIXED
#pragma omp for reduction(max : change)
#else
#pragma omp for nowait
#endif
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                double up = u[i - 1][j]; // RACE
                next[i][j] = 0.25 * (up + u[i][j - 1] + u[i][j + 1]);
            }
#pragma omp for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) u[i][j] = next[i][j]; // RACE
    }
    printf("%g %g\n", u[1][1], change);
    return 0;
}
