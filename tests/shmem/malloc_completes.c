// ranks: 2
// Allocating symmetric memory ends with a barrier, unless nothing is allocated.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_p(&x, 1, 1); // RACE
#ifdef FIXED
    int *block = shmem_malloc(16);
#else
    int *block = shmem_malloc(0);
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
