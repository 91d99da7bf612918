// A sum in several threads, without MPI.
//
// Each thread has a sum of its own, and the loop ends with adding them up.

#include <stdio.h>

enum { N = 1000 };

int main(void)
{
    double a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;

    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i];

    printf("%g\n", sum);
    return 0;
}
