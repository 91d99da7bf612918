// ranks: 3
// Two origins write the same element; FIXED lets them write different ones.
#include <shmem.h>
#include <stdio.h>

long x[2];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1)
        shmem_long_p(&x[0], 1, 0); // RACE
    if (me == 2)
#ifdef FIXED
        shmem_long_p(&x[1], 2, 0);
#else
        shmem_long_p(&x[0], 2, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
