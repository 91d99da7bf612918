// ranks: 2
// A nonblocking get still reads at the target after a sync; a barrier completes it.
#include <shmem.h>
#include <stdio.h>

long x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long local[4] = {0};
    if (me == 0)
        shmem_get_nbi(local, x, 4, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#else
    shmem_sync_all();
#endif
    if (me == 1)
        x[0] = 1; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
