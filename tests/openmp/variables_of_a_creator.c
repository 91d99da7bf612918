// ranks: 1, any threads, also one
// A task works on local variables of the one that created it. Racy, that one goes on with them too early.
#include <stdio.h>

static int cube(int n) {
    int square[2] = {n, n};
#pragma omp task shared(square)
    square[1] *= n; // RACE
#ifdef FIXED
#pragma omp taskwait
#endif
    int product = square[0] * square[1]; // RACE
#pragma omp taskwait
    return product;
}

static int sum_of_cubes(int n) {
    int first = 0, second = 0;
    if (n < 3) return n == 2 ? 8 : n;
#pragma omp task shared(first)
    first = cube(n);
#pragma omp task shared(second)
    second = sum_of_cubes(n - 1);
#pragma omp taskwait
    return first + second;
}

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(3)
    {
        int own = 0;
#pragma omp single
        {
            for (int i = 0; i < 5; i++) own += sum_of_cubes(6);
#pragma omp taskyield
            sum = own;
        }
    }
    printf("%d\n", sum);
    return 0;
}
