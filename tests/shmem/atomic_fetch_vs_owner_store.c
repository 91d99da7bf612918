// ranks: 2
// The owner's plain store is not atomic either.
#include <shmem.h>
#include <stdio.h>

double x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        printf("%g\n", shmem_double_atomic_fetch(&x, 1)); // RACE
    else
#ifdef FIXED
        shmem_double_atomic_set(&x, 2, 1);
#else
        x = 2; // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
