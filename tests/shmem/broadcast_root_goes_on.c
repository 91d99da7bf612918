// ranks: 2, OpenSHMEM 1.5
// The root may leave a broadcast before the others have it.
#include <shmem.h>
#include <stdio.h>

int x[4], y[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_int_broadcast(SHMEM_TEAM_WORLD, y, x, 4, 0); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 0)
        shmem_int_p(&y[1], 1, 1); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
