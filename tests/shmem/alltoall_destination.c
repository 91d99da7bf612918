// ranks: 2, OpenSHMEM 1.5
// Everyone writes a part of everyone's destination.
#include <shmem.h>
#include <stdio.h>

int x[4], y[4], z[2];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

#ifdef FIXED
    z[0] = y[0];
#endif
    shmem_barrier_all();
    shmem_int_alltoall(SHMEM_TEAM_WORLD, y, x, 2); // RACE
    if (me == 1)
#ifdef FIXED
        shmem_int_p(&z[1], 1, 0);
#else
        shmem_int_p(&y[2], 1, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
