// ranks: 2, OpenSHMEM 1.5
// The source may be used again when the call has returned.
#include <shmem.h>
#include <stdio.h>

int x[2], y[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_int_fcollect(SHMEM_TEAM_WORLD, y, x, 2); // RACE
    x[0] = 1;
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 0)
        shmem_int_p(&y[3], 1, 1); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
