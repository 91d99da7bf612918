// ranks: 2
// Programs of old neither call shmem_init nor shmem_finalize.
#include <shmem.h>
#include <stdio.h>

long x;

int main(void)
{
    start_pes(0);
    int me = shmem_my_pe();

    if (me == 0)
        shmem_long_inc(&x, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        printf("%ld\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    return 0;
}
