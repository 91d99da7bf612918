// ranks: 2
// A put of no elements does nothing.
#include <shmem.h>
#include <stdio.h>

int x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[4] = {0};
#ifdef FIXED
    size_t count = 0;
#else
    size_t count = 1;
#endif
    if (me == 0)
        shmem_int_put(x, local, count, 1); // RACE
    else
        x[0] = 1; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
