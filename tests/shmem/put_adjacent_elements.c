// ranks: 2
// A put of five elements reaches one element too far.
#include <shmem.h>
#include <stdio.h>

short x[8];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    short local[5] = {0};
#ifdef FIXED
    size_t count = 4;
#else
    size_t count = 5;
#endif
    if (me == 0)
        shmem_short_put(x, local, count, 1); // RACE
    else
        x[4] = 1; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
