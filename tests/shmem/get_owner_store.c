// ranks: 2
// The owner writes what another one reads with a blocking get.
#include <shmem.h>
#include <stdio.h>

float x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    float local[4];
    if (me == 0)
        shmem_float_get(local, x, 4, 1); // RACE
#ifdef FIXED
    shmem_sync_all();
#endif
    if (me == 1)
        x[2] = 1; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
