// ranks: 3
// One origin reads the element that another one writes.
#include <shmem.h>
#include <stdio.h>

unsigned x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1)
        printf("%u\n", shmem_uint_g(&x, 0)); // RACE
#ifdef FIXED
    shmem_sync_all();
#endif
    if (me == 2)
        shmem_uint_p(&x, 2, 0); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
