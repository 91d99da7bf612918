// ranks: 2, OpenSHMEM 1.5
// The owner's own store is its contribution to a reduction in place; the put of a peer is none.
#include <shmem.h>
#include <stdio.h>

int x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    x[3] = me;
    shmem_sync_all();
    if (me == 0)
        shmem_int_p(&x[0], 7, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    x[1] = me;
    shmem_int_max_reduce(SHMEM_TEAM_WORLD, x, x, 4); // RACE
    if (me == 0)
        printf("%d\n", x[0]);
    shmem_finalize();
    return 0;
}
