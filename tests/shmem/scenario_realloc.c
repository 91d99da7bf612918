// ranks: 2
// A reallocation completes what came before it (FIXED).
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int *x = shmem_malloc(sizeof *x), local = 1;
    int *y = shmem_malloc(sizeof *y);
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put(x, &local, 1, 1); // RACE
#ifdef FIXED
    y = shmem_realloc(y, 100 * sizeof *y);
#endif
    if (me == 1)
        printf("%d\n", *x); // RACE
    shmem_barrier_all();
    shmem_free(y);
    shmem_free(x);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
