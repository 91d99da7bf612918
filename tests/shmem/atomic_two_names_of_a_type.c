// ranks: 2, OpenSHMEM 1.5
// int32_t is int: two names of one type; unsigned int is another type.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_atomic_inc(&x, 0); // RACE
    else
#ifdef FIXED
        shmem_int32_atomic_add((int32_t *)&x, 2, 0);
#else
        shmem_uint_atomic_add((unsigned *)&x, 2, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
