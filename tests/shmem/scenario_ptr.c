// ranks: 2
// A store through a pointer to the other's memory.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int *there = shmem_ptr(&x, 1);
    shmem_barrier_all();
    if (me == 0 && there != NULL)
        *there = 1; // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        x++; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
