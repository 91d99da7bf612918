// ranks: 2
// A fence orders two puts to the same place.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int one = 1, two = 2;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put(&x, &one, 1, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_put(&x, &two, 1, 1); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
