// ranks: 2
// A put to the source of a reduction over an active set.
#include <shmem.h>
#include <stdio.h>

static long source, dest, pSync[SHMEM_REDUCE_SYNC_SIZE], pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
        pSync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    if (me == 0)
        shmem_long_p(&source, 2, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    shmem_long_sum_to_all(&dest, &source, 1, 0, 0, n, pWrk, pSync); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
