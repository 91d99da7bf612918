// ranks: 2
// An atomic set meets a plain access of the owner.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_barrier_all();
    if (me == 0)
        shmem_int_atomic_set(&x, 1, 1); // RACE
    if (me == 1)
#ifdef FIXED
        shmem_int_atomic_set(&x, 2, 1);
#else
        x = 2; // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
