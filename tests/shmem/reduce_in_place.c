// ranks: 2, OpenSHMEM 1.5
// Source and destination of a reduction may be the same.
#include <shmem.h>
#include <stdio.h>

double x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    x[0] = me;
    shmem_barrier_all();
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, x, x, 4); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 0)
        shmem_double_p(&x[3], 1, 1); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
