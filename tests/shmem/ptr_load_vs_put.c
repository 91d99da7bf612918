// ranks: 3
// A load through shmem_ptr meets the put of another one.
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long *block = shmem_malloc(8 * sizeof *block);
    shmem_barrier_all();
    if (me == 0) {
        long *there = shmem_ptr(block, 1);
        if (there != NULL)
            printf("%ld\n", there[3]); // RACE
    }
#ifdef FIXED
    shmem_sync_all();
#endif
    if (me == 2)
        shmem_long_p(&block[3], 1, 1); // RACE
    shmem_barrier_all();
    shmem_free(block);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
