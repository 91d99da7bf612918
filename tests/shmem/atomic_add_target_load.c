// ranks: 2
// An atomic that does not fetch is complete at a quiet or barrier, not at a sync.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_atomic_add(&x, 5, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#else
    shmem_sync_all();
#endif
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
