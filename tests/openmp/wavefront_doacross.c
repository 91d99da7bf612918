// ranks: 1, any threads
// A wavefront over a matrix: a row follows the one above. Racy, a row waits only for the row two above it.
#include <stdio.h>

#define N 24

static double a[N][N];

int main(void) {
    for (int i = 0; i < N; i++) a[i][0] = a[0][i] = 1;
#ifdef FIXED
#define AWAITED 1
#else
#define AWAITED 2
#endif
#pragma omp parallel for num_threads(3) ordered(1) schedule(static, 1)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - AWAITED)
        for (int j = 1; j < N; j++) {
            double above = a[i - 1][j]; // RACE
            a[i][j] = 0.5 * (above + a[i][j - 1]); // RACE
        }
#pragma omp ordered depend(source)
    }
    printf("%g\n", a[N - 1][N - 1]);
    return 0;
}
