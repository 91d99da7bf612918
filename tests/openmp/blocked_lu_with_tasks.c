// ranks: 1, any threads, also one
// LU factorisation of a blocked matrix with tasks. The update of a block needs the block above and the block to the left;
// racy, it does not say that it needs the one above.
#include <stdio.h>
#include <stdlib.h>

#define B 8
#define BLOCKS 2

static double block[BLOCKS][BLOCKS][B * B];

static void factor(double *a) {
    for (int k = 0; k < B; k++)
        for (int i = k + 1; i < B; i++) {
            a[i * B + k] /= a[k * B + k];
            for (int j = k + 1; j < B; j++) a[i * B + j] -= a[i * B + k] * a[k * B + j];
        }
}

static void to_the_right(const double *diagonal, double *a) {
    for (int k = 0; k < B; k++)
        for (int i = k + 1; i < B; i++)
            for (int j = 0; j < B; j++) {
                double above = a[k * B + j];
                a[i * B + j] -= diagonal[i * B + k] * above; // RACE
            }
}

static void below(const double *diagonal, double *a) {
    for (int i = 0; i < B; i++)
        for (int k = 0; k < B; k++) {
            a[i * B + k] /= diagonal[k * B + k];
            for (int j = k + 1; j < B; j++) a[i * B + j] -= a[i * B + k] * diagonal[k * B + j];
        }
}

static void update(const double *left, const double *top, double *a) {
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < B; k++) {
                double factor = top[k * B + j]; // RACE
                a[i * B + j] -= left[i * B + k] * factor;
            }
}

int main(void) {
    for (int i = 0; i < BLOCKS; i++)
        for (int j = 0; j < BLOCKS; j++)
            for (int k = 0; k < B * B; k++) block[i][j][k] = i == j && k % (B + 1) == 0 ? 20 : 1.0 / (1 + i + j + k);
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < BLOCKS; k++) {
#pragma omp task depend(inout : block[k][k])
        factor(block[k][k]);
        for (int j = k + 1; j < BLOCKS; j++) {
#pragma omp task depend(in : block[k][k]) depend(inout : block[k][j])
            to_the_right(block[k][k], block[k][j]);
        }
        for (int i = k + 1; i < BLOCKS; i++) {
#pragma omp task depend(in : block[k][k]) depend(inout : block[i][k])
            below(block[k][k], block[i][k]);
            for (int j = k + 1; j < BLOCKS; j++) {
#ifdef FIXED
#pragma omp task depend(in : block[i][k], block[k][j]) depend(inout : block[i][j])
#else
#pragma omp task depend(in : block[i][k]) depend(inout : block[i][j])
#endif
                update(block[i][k], block[k][j], block[i][j]);
            }
        }
    }
    printf("%g\n", block[BLOCKS - 1][BLOCKS - 1][B * B - 1]);
    return 0;
}
