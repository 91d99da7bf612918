// ranks: 2
// Atomics of two processes are atomic with each other (FIXED); a put is not.
#include <shmem.h>
#include <stdio.h>

static long x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_barrier_all();
    if (me == 0)
        shmem_long_atomic_add(&x, 1, 1); // RACE
    if (me == 1)
#ifdef FIXED
        shmem_long_atomic_add(&x, 2, 1);
#else
        shmem_long_p(&x, 2, 1); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
