// ranks: 2, OpenSHMEM 1.5
// A fence orders the update of a nonblocking swap, not the value that it fetches.
#include <shmem.h>
#include <stdio.h>

long x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long old = 0;
    if (me == 0) {
        shmem_long_atomic_swap_nbi(&old, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#else
        shmem_fence();
#endif
        old = 3; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
