// ranks: 2
// Atomics of different types are not atomic with each other.
#include <shmem.h>
#include <stdio.h>

union { int i; long l; } x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_atomic_inc(&x.i, 0); // RACE
    else
#ifdef FIXED
        shmem_int_atomic_add(&x.i, 2, 0);
#else
        shmem_long_atomic_add(&x.l, 2, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
