// ranks: 2
// The work array of a sync must be ready at every member before anyone comes.
#include <shmem.h>
#include <stdio.h>

long pSync[SHMEM_BARRIER_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
        pSync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    if (me == 1)
        pSync[0] = SHMEM_SYNC_VALUE; // RACE
#ifdef FIXED
    shmem_sync_all();
#endif
    shmem_sync(0, 0, 2, pSync); // RACE
    shmem_sync(0, 0, 2, pSync);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
