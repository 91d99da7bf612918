// ranks: 2
// A put is not atomic.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_atomic_set(&x, 1, 0); // RACE
    else
#ifdef FIXED
        shmem_int_atomic_set(&x, 2, 0);
#else
        shmem_int_p(&x, 2, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
