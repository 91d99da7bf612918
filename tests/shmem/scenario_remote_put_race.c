// ranks: 3
// Two processes put to the same place of a third.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_barrier_all();
    if (me == 0)
        shmem_int_put(&x, &me, 1, 2); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        shmem_int_put(&x, &me, 1, 2); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
