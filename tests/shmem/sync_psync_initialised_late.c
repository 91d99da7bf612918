// ranks: 2
// The work array of a sync must be ready at every member before anyone comes.
#include <shmem.h>
#include <stdio.h>

long pSync[SHMEM_BARRIER_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1)
        for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
            pSync[i] = SHMEM_SYNC_VALUE; // RACE
    if (me == 0)
        for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
            pSync[i] = SHMEM_SYNC_VALUE;
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        shmem_quiet();
    shmem_sync(0, 0, 2, pSync); // RACE
    shmem_sync(0, 0, 2, pSync);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
