// ranks: 2, OpenSHMEM 1.5
// With strides, the elements in between are not touched.
#include <shmem.h>
#include <stdio.h>

int x[8], y[8];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_int_alltoalls(SHMEM_TEAM_WORLD, y, x, 2, 2, 2); // RACE
    if (me == 1)
#ifdef FIXED
        shmem_int_p(&y[3], 1, 0);
#else
        shmem_int_p(&y[4], 1, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
