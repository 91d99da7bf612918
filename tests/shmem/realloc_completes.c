// ranks: 2
// Reallocation begins and ends with a barrier.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long *block = shmem_malloc(8 * sizeof *block);
    if (me == 0) {
        long local = 1;
        shmem_long_put(block, &local, 1, 1);
        shmem_int_p(&x, 1, 1); // RACE
    }
#ifdef FIXED
    block = shmem_realloc(block, 64 * sizeof *block);
#endif
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_barrier_all();
    shmem_free(block);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
