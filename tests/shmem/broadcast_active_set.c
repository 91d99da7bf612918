// ranks: 3
// The old broadcast leaves the destination of the root alone.
#include <shmem.h>
#include <stdio.h>

int64_t x[4], y[4];
long pSync[SHMEM_BCAST_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
        pSync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
#ifdef FIXED
    if (me == 0)
#else
    if (me == 1)
#endif
        y[1] = 4; // RACE
    shmem_broadcast64(y, x, 4, 0, 0, 0, n, pSync); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
