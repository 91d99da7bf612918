// ranks: 2
// A program that calls functions of OpenSHMEM by their profiling names.
#include <shmem.h>
#include <stdio.h>

long x;

int main(void)
{
    shmem_init();
    if (pshmem_my_pe() == 0)
        pshmem_long_p(&x, 1, 1); // RACE
#ifdef FIXED
    pshmem_barrier_all();
#endif
    if (pshmem_my_pe() == 1)
        printf("%ld\n", x); // RACE
    shmem_finalize();
    return 0;
}
