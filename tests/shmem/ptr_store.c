// ranks: 2
// A store through shmem_ptr is a store to the other's memory.
#include <shmem.h>
#include <stdio.h>

int x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        int *there = shmem_ptr(x, 1);
        if (there != NULL)
            there[2] = 7; // RACE
    }
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        printf("%d\n", x[2]); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
