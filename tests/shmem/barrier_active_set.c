// ranks: 4
// A barrier over an active set synchronises its members only.
#include <shmem.h>
#include <stdio.h>

int x;
long pSync[SHMEM_BARRIER_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
        pSync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    if (me == 0)
        shmem_int_p(&x, 1, 2); // RACE
#ifdef FIXED
    if (me % 2 == 0)
        shmem_barrier(0, 1, 2, pSync);
#else
    if (me < 2)
        shmem_barrier(0, 0, 2, pSync);
#endif
    if (me == 2)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
