// A sum in several threads, without MPI; find the race with fencepost run --threads.
//
// This version has a race: every thread loads and stores the sum.

#include <stdio.h>

enum { N = 1000 };

int main(void)
{
    double a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;

    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        sum += a[i]; // RACE

    printf("%g\n", sum);
    return 0;
}
