// ranks: 3, OpenSHMEM 1.5
// A reduction may write to a member's destination before that member has come.
#include <shmem.h>
#include <stdio.h>

long x[2], y[2];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 2)
        y[0] = -1; // RACE
#ifdef FIXED
    shmem_sync_all();
#endif
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, y, x, 2); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
