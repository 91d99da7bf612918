// ranks: 3
// The old reductions in place: the work arrays may be written before their owner has come, its contribution may not.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

static double x[2], pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
static long pSync[SHMEM_REDUCE_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
        pSync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    if (me == 2)
        usleep(50000);
    x[0] = x[1] = me;
#ifndef FIXED
    if (me == 2)
        pWrk[0] = 1; // RACE
#endif
    shmem_double_prod_to_all(x, x, 2, 0, 0, n, pWrk, pSync); // RACE
    if (me == 0)
        printf("%f\n", x[0]);
    shmem_finalize();
    return 0;
}
