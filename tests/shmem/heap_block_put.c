// ranks: 2
// A put into the middle of a block of the symmetric heap.
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int *block = shmem_malloc(64 * sizeof *block);
    int local[4] = {1};
    int *other = shmem_calloc(4, sizeof *other);
    if (me == 0)
        shmem_int_put(block + 32, local, 4, 1); // RACE
    if (me == 1)
#ifdef FIXED
        block[36] = 1;
#else
        block[35] = 1; // RACE
#endif
    shmem_barrier_all();
    shmem_free(other);
    shmem_free(block);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
