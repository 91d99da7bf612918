// ranks: 2
// Atomics of two types on the same memory.
#include <shmem.h>
#include <stdio.h>

static long x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_barrier_all();
    if (me == 0)
        shmem_int_atomic_inc((int *)&x, 1); // RACE
    if (me == 1)
#ifdef FIXED
        shmem_int_atomic_inc((int *)&x, 1);
#else
        shmem_float_atomic_set((float *)&x, 1, 1); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
