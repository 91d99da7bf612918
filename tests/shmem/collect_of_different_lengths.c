// ranks: 3, OpenSHMEM 1.5
// A member may give nothing; the destination holds what all give together.
#include <shmem.h>
#include <stdio.h>

int x[4], y[16];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[4] = {0};
    shmem_int_collect(SHMEM_TEAM_WORLD, y, x, (size_t)me); // RACE
    if (me == 0)
#ifdef FIXED
        shmem_int_put(y + 3, local, 4, 1);
#else
        shmem_int_put(y + 2, local, 1, 1); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
