// ranks: 1, any threads, also one
// Sections that write to the same variable, also where one thread executes both: another run may give them to two. Each has a
// switch of its own, which is none of the construct's. Fixed, each has its own variable.
#include <stdio.h>

static int shared, other, found[3];

static int kind(int number) {
    switch (number) {
    case 0:
        return 4;
    case 1:
        return 7;
    default:
        return found[2];
    }
}

int main(void) {
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            {
                found[0] = 1;
                shared = kind(1) + kind(0) + found[0]; // RACE
            }
#pragma omp section
            {
                found[1] = 2;
#ifdef FIXED
                other = kind(1) + found[1];
#else
                shared = kind(1) + found[1]; // RACE
#endif
            }
        }
#pragma omp single
        found[2] = shared + other + found[0] + found[1];
    }
    printf("%d\n", found[2] > 0);
    return 0;
}
