// ranks: 2, OpenSHMEM 1.5
// The destination may be written as soon as the root has come.
#include <shmem.h>
#include <stdio.h>

int x[4], y[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1)
        printf("%d\n", y[2]); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    shmem_int_broadcast(SHMEM_TEAM_WORLD, y, x, 4, 0); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
