// ranks: 2
// A fetching atomic is complete when it returns (FIXED); one that does not fetch is not.
#include <shmem.h>
#include <stdio.h>

long x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
#ifdef FIXED
        long old = shmem_long_atomic_fetch_add(&x, 5, 1);
        printf("%ld\n", old);
#else
        shmem_long_atomic_add(&x, 5, 1); // RACE
#endif
    }
    shmem_sync_all();
    if (me == 1)
        x = 0; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
