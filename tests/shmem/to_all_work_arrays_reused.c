// ranks: 2
// The work arrays of a reduction are in use until every member has left it.
#include <shmem.h>
#include <stdio.h>

int x, y, z, pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1], other[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
long pSync[2][SHMEM_REDUCE_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
        pSync[0][i] = pSync[1][i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    shmem_int_sum_to_all(&y, &x, 1, 0, 0, n, pWrk, pSync[0]); // RACE
#ifdef FIXED
    shmem_int_sum_to_all(&z, &x, 1, 0, 0, n, other, pSync[1]);
#else
    shmem_int_sum_to_all(&z, &x, 1, 0, 0, n, pWrk, pSync[1]); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
